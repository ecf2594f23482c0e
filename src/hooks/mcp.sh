# Runs the MCP server with the Node that c-mem was installed with, else with the one on the path; see node.sh.
C_MEM_CA_CERTS=${NODE_EXTRA_CA_CERTS-} NODE_EXTRA_CA_CERTS='' NODE_OPTIONS='' \
PATH=${C_MEM_HOME:-${HOME-}/.c-mem}/bin:$PATH exec node "$1"
