# Runs the Node hook. Called as: node.sh <Event>. No error is printed and the exit code is 0, whatever happens.
# The Node that c-mem was installed with goes first: SQLite's native module belongs to it.
PATH=${C_MEM_HOME:-${HOME-}/.c-mem}/bin:$PATH node "${0%/*}/hook.cjs" "$1" 2>/dev/null
exit 0
