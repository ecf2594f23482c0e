// Versions of the exchange with the server. Apart from the migrations, which only `team create` and `team upgrade` need.

/** The server's schema that this version needs: the number of the newest migration. */
export const SERVER_SCHEMA = 1;
/** What this version is, as a client: the server may require a newer one. */
export const CLIENT_LEVEL = 1;
