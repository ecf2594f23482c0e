// The version that the migrations lead to.
export const SCHEMA_VERSION = 6;
