// Estimates how many tokens a text has for a model: the one estimate used everywhere.

/** For Latin script. */
const CHARACTERS_PER_TOKEN = 4;

/** Four characters of Latin script count as one token; in other scripts, each character does. */
export function estimateTokens(text: string): number {
  // Plain ASCII, most often; a pattern would have to be compiled first, in a hook that runs once.
  if (Buffer.byteLength(text) === text.length) return tokensOfLength(text.length);
  let wide = 0;
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x24f) wide += 1;
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN + wide);
}

/** For texts of which only the number of characters (or bytes) is known. */
export const tokensOfLength = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** The same in SQL, for text that need not be loaded. */
export const tokensInSql = (column: string): string =>
  `((length(${column}) + ${CHARACTERS_PER_TOKEN - 1}) / ${CHARACTERS_PER_TOKEN})`;
