// Patterns of words in any script.

const LETTER = '[\\p{L}\\p{N}_]';

/** Whole words, anywhere. */
export const words = (pattern: string) => new RegExp(`(?<!${LETTER})(?:${pattern})(?!${LETTER})`, 'iu');
/** Whole words at the beginning. */
export const opening = (pattern: string) => new RegExp(`^(?:${pattern})(?!${LETTER})`, 'iu');
/** Whole words at the end. */
export const closing = (pattern: string) => new RegExp(`(?<!${LETTER})(?:${pattern})[\\s.!,]*$`, 'iu');
/** Anywhere: for writing without spaces. */
export const part = (pattern: string) => new RegExp(pattern, 'iu');
/** The spaces before such words. */
export const before = (pattern: string) => new RegExp(`\\s(?=(?:${pattern})\\s)`, 'giu');
export const NEVER = /(?!)/gu;
