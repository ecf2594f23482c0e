// A short digest of the session so far: so that a piece is understood without sending what came before it again.

export interface SessionDigest {
  lines: string[];
}

export interface PreviousSummary {
  request: string | null;
  completed: string | null;
  /** Of an earlier Stop in the same turn: its request is this one's. */
  sameTurn: boolean;
}

/** However long the session, the digest stays this short. */
const MOST_TITLES = 8;
const MOST_CHARACTERS = 1200;

/** Never more than the new material itself: a short turn must not drag a long past along. */
export function digestSession(
  titles: string[],
  previous: PreviousSummary | null,
  newCharacters: number,
): SessionDigest {
  const lines: string[] = [];
  if (previous?.sameTurn) {
    if (previous.completed) lines.push(`Already summarized in this turn: ${previous.completed}`);
  } else {
    if (previous?.request) lines.push(`Last request: ${previous.request}`);
    if (previous?.completed) lines.push(`Last done: ${previous.completed}`);
  }
  if (titles.length > 0) lines.push(`Already recorded: ${titles.slice(-MOST_TITLES).join('; ')}`);
  let left = Math.min(MOST_CHARACTERS, newCharacters);
  return {
    lines: lines
      .map((line) => {
        const kept = line.slice(0, Math.max(0, left));
        left -= kept.length;
        return kept;
      })
      .filter((line) => line !== ''),
  };
}
