// A store of any size with words as unevenly spread as in real text, for measuring.
import { type Database, transact } from '../../src/store/sqlite/open.ts';
import { searchExtra } from '../../src/text/words.ts';

export interface BigStoreOptions {
  observations: number;
  projects?: number;
  perSession?: number;
  vocabulary?: number;
  seed?: number;
  /** When the newest memory happened. */
  until?: number;
  onProgress?: (done: number) => void;
}

export interface BigStore {
  /** The vocabulary, the commonest word first. */
  words: string[];
  random: () => number;
  /** A word as often as it is used. */
  pick: () => string;
}

const TYPES = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'];
const CONCEPTS = ['how-it-works', 'what-changed', 'problem-solution', 'gotcha', 'trade-off'];

/** About 30 observations a session in turns of four, each turn with its prompt and summary; 60 to 120 words each. */
export function fillBigStore(db: Database, options: BigStoreOptions): BigStore {
  const { observations, projects = 8, perSession = 30, vocabulary = 30_000, until = Date.now() } = options;
  const random = randomFrom(options.seed ?? 1);
  const words = vocabularyOf(vocabulary, random);
  const pick = zipf(words, random);
  const text = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, pick).join(' ');
  const insert = statements(db);
  for (let project = 1; project <= projects; project += 1)
    db.prepare('insert or ignore into projects (id, key, name, created_at) values (?, ?, ?, 0)').run(
      project,
      `/w/project-${project}`,
      `project-${project}`,
    );
  const sessions = Math.ceil(observations / perSession);
  // A few files of each project are in most of its memories, as they are in life.
  const fileOf = (project: number) => {
    const number = Math.floor(random() ** 2 * 400);
    return `/w/project-${project}/src/${words[1000 + (number % 40)]}/${words[2000 + number]}-${words[3000 + (number % 97)]}.ts`;
  };
  let done = 0;
  for (let first = 0; first < sessions; first += 200) {
    transact(db, () => {
      for (let session = first; session < Math.min(sessions, first + 200); session += 1) writeSession(session);
    });
    options.onProgress?.(done);
  }
  return { words, random, pick };

  function writeSession(number: number): void {
    // The first project has half of everything, the second a quarter, and so on.
    const project = Math.min(projects, 1 + Math.floor(-Math.log2(1 - random())));
    const id = `session-${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const start = until - (sessions - number) * 3600_000;
    insert.session.run({ id, project, start });
    for (let index = 0; index < perSession && done < observations; index += 1) {
      const at = start + index * 60_000;
      const turn = 1 + Math.floor(index / 4);
      if (index % 4 === 0) {
        const prompt = text(8, 40);
        const summary = { request: text(8, 20), completed: text(20, 50), learned: text(10, 30) };
        insert.prompt.run({ id, turn, prompt, project, at: at - 1000, extra: searchExtra([prompt], at) });
        insert.summary.run({ id, turn, project, at: at + 200_000, ...summary, extra: searchExtra([], at) });
      }
      const files = [fileOf(project), fileOf(project)];
      const symbol = `${pick()}${capital(pick())}${capital(pick())}`;
      const row = { title: `${text(5, 9)} ${symbol}`, narrative: text(45, 85), fact: text(10, 25) };
      const { lastInsertRowid } = insert.observation.run({
        id,
        project,
        at,
        turn,
        ...row,
        facts: JSON.stringify([row.fact]),
        type: TYPES[Math.floor(random() * TYPES.length)],
        concepts: JSON.stringify([CONCEPTS[Math.floor(random() * CONCEPTS.length)]]),
        files: JSON.stringify(files),
        branch: random() < 0.8 ? 'main' : `feature/${pick()}`,
        extra: searchExtra([row.title, ...files], at),
      });
      for (const file of new Set(files)) insert.file.run(lastInsertRowid, file);
      done += 1;
    }
  }
}

function statements(db: Database) {
  return {
    session: db.prepare(
      `insert into sessions (id, host, project_id, status, started_at, last_event_at)
       values (@id, 'big', @project, 'completed', @start, @start)`,
    ),
    prompt: db.prepare(
      `insert into prompts (session_id, number, text_hash, text, search_extra, project_id, created_at)
       values (@id, @turn, @id, @prompt, @extra, @project, @at)`,
    ),
    summary: db.prepare(
      `insert into summaries (session_id, project_id, prompt_number, request, completed, learned, search_extra, branch,
         tokens, created_at) values (@id, @project, @turn, @request, @completed, @learned, @extra, 'main', 100, @at)`,
    ),
    observation: db.prepare(
      `insert into observations (session_id, project_id, type, title, narrative, facts, concepts, files_modified,
         search_extra, prompt_number, branch, tokens, created_at)
       values (@id, @project, @type, @title, @narrative, @facts, @concepts, @files, @extra, @turn, @branch, 150, @at)`,
    ),
    file: db.prepare("insert into observation_files (observation_id, path, role) values (?, ?, 'modified')"),
  };
}

function vocabularyOf(size: number, random: () => number): string[] {
  const starts = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'z', 'br', 'kl', 'st', 'tr'];
  const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou'];
  const words = new Set<string>();
  while (words.size < size) {
    let word = '';
    for (let n = 2 + Math.floor(random() * 3); n > 0; n -= 1)
      word += (starts[Math.floor(random() * starts.length)] as string) + vowels[Math.floor(random() * vowels.length)];
    words.add(`${word}n`);
  }
  return [...words];
}

/** The n-th word is used about 1/n times as often as the first. */
function zipf(words: string[], random: () => number): () => string {
  const sums = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank += 1) sums[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return words[low] as string;
  };
}

const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
