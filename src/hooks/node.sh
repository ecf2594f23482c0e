# Runs the Node hook. Called as: node.sh <Event>. No error is printed and the exit code is 0, whatever happens.
# The Node that c-mem was installed with goes first: SQLite's native module belongs to it. What tunes other programs'
# Node is not for a hook: certificates alone would cost it 40 ms. The worker gets those back.
C_MEM_CA_CERTS=${NODE_EXTRA_CA_CERTS-} NODE_EXTRA_CA_CERTS='' NODE_OPTIONS='' \
PATH=${C_MEM_HOME:-${HOME-}/.c-mem}/bin:$PATH node "${0%/*}/hook.cjs" "$1" 2>/dev/null
exit 0
