# Runs the Node hook. Takes two arguments, the event and the door (plugin:<host>); without both it does nothing.
# Prints no error and exits 0, whatever happens.
# The Node that c-mem was installed with is tried first: SQLite's native module was built for it. Variables that tune Node
# for other programs are cleared: certificates alone would cost a hook 40 ms. The worker gets those back.
[ -n "${1-}" ] && [ -n "${2-}" ] || exit 0
here=${c_mem_script:-$0}
C_MEM_CA_CERTS=${NODE_EXTRA_CA_CERTS-} NODE_EXTRA_CA_CERTS='' NODE_OPTIONS='' \
PATH=${C_MEM_HOME:-${HOME-}/.c-mem}/bin:$PATH node "${here%/*}/../dist/hook.cjs" "$1" "$2" 2>/dev/null
exit 0
