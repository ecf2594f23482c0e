// The version of this package, inserted by the bundler.
declare const C_MEM_VERSION: string | undefined;

export const version: string = typeof C_MEM_VERSION === 'string' ? C_MEM_VERSION : 'development';
