# Writes one hook payload from stdin to the spool and ends. Takes two arguments, the event and the door (plugin:<host>);
# without both it does nothing. Prints nothing and exits 0, whatever happens: what cannot be written here is recovered from
# the transcript. A payload that may hold a private tag is piped to the Node hook before anything touches the disk.
exec 2>/dev/null
[ -n "${1-}" ] && [ -n "${2-}" ] && [ -z "${C_MEM_DISABLE-}" ] || exit 0
umask 077
home=${C_MEM_HOME-}
if [ -z "$home" ]; then
  # Never create a missing HOME.
  [ -n "${HOME-}" ] && [ -d "$HOME" ] || exit 0
  home=$HOME/.c-mem
fi
# Paused, or in a folder that is excluded: see config/pause.ts and config/excluded.ts.
[ ! -e "$home/paused" ] || exit 0
if [ -s "$home/excluded" ]; then
  while IFS= read -r folder; do
    [ -n "$folder" ] || continue
    case ${CLAUDE_PROJECT_DIR-}/ in "$folder"/*) exit 0 ;; esac
    case ${PWD-}/ in "$folder"/*) exit 0 ;; esac
  done <"$home/excluded"
fi
[ -d "$home/spool" ] || mkdir -p "$home/spool" || exit 0

# Unique forever: a name used again after its file was taken would count as the same event.
read -r id </proc/sys/kernel/random/uuid || id=$PPID-$$-$(date +%s)-${RANDOM-}${RANDOM-}
while [ -e "$home/spool/$id.json" ] || [ -e "$home/spool/$id.tmp" ]; do id=$id-; done

# Sourced by the hook's command, which sets c_mem_script, or run as a script.
here=${c_mem_script:-$0}
case $here in */*) here=${here%/*} ;; *) here=. ;; esac
export C_MEM_SPOOL_TMP="$home/spool/$id.tmp" C_MEM_SPOOL_EVENT="$1" C_MEM_SPOOL_DOOR="$2" C_MEM_SPOOL_HOOK="$here/../dist/hook.cjs" C_MEM_SPOOL_BIN="$home/bin"
# See node.sh; here it costs nothing.
export C_MEM_CA_CERTS="${NODE_EXTRA_CA_CERTS-}" NODE_EXTRA_CA_CERTS= NODE_OPTIONS=
# Of all awks, mawk starts fastest.
command -v mawk >/dev/null && awk=mawk || awk=awk
# One record for the whole payload: byte 1 cannot occur in JSON. A payload without the marks of Claude Code
# (hosts/claude-code/marks.ts) comes from another host and is dropped. Of the patterns for private tags, the first is fast
# and rarely matches; the second finds a tag in any case, an escaped character that could be part of one, and a string
# that ends inside one.
LC_ALL=C $awk 'BEGIN { RS = "\001"; ORS = OFS = "" }
{ body = NR == 1 ? $0 : body RS $0 }
END {
  if (ENVIRON["C_MEM_SPOOL_DOOR"] == "plugin:claude-code") {
    if (!match(body, /"transcript_path" ?: ?"[^"]*[\/\\]projects[\/\\]+[^"\/\\]+[\/\\]+[^"\/\\]+[.]jsonl"/)) exit 3
    if (substr(body, RSTART, RLENGTH) ~ /[\/\\][.]factory[\/\\]/) exit 3
  }
  if (body ~ /<\/?[pP"]|\\u00[3-7]/ &&
      body ~ /<\/?[pP][rR][iI][vV][aA][tT][eE]|\\u00[3-7]|<\/?[pP]?[rR]?[iI]?[vV]?[aA]?[tT]?"/) {
    hook = "PATH=$C_MEM_SPOOL_BIN:$PATH exec node \"$C_MEM_SPOOL_HOOK\" \"$C_MEM_SPOOL_EVENT\" \"$C_MEM_SPOOL_DOOR\" >/dev/null 2>&1"
    print body | hook
    close(hook)
    exit 3
  }
  if (body == "") exit 3
  # Another host may run inside a shell of Claude Code, or set its variables too.
  folder = ENVIRON["C_MEM_SPOOL_DOOR"] == "plugin:claude-code" ? ENVIRON["CLAUDE_PROJECT_DIR"] : ""
  if (folder ~ /[\r\n]/) folder = ""
  file = ENVIRON["C_MEM_SPOOL_TMP"]
  print "c-mem-spool 2 ", ENVIRON["C_MEM_SPOOL_EVENT"], " ", ENVIRON["C_MEM_SPOOL_DOOR"], " ", folder, "\n", body >file
  if (close(file)) exit 1
}' && [ -s "$C_MEM_SPOOL_TMP" ] && mv "$C_MEM_SPOOL_TMP" "$home/spool/$id.json" && exit 0
case $? in
  3) ;;
  # No awk: stdin is still unread.
  126 | 127) PATH=$C_MEM_SPOOL_BIN:$PATH node "$C_MEM_SPOOL_HOOK" "$1" "$2" >/dev/null ;;
  *) rm -f "$C_MEM_SPOOL_TMP" ;;
esac
exit 0
