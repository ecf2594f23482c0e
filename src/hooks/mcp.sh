# Runs the MCP server with the Node that c-mem was installed with, else with the one on the path.
PATH=${C_MEM_HOME:-${HOME-}/.c-mem}/bin:$PATH exec node "$1"
