// The version of the newest migration.
export const SCHEMA_VERSION = 12;
