// Fits the weights of the embedded compressor on gold memories, and reports on repositories that were left out:
//   node scripts/fit/fit.mjs --sessions FOLDER... --gold FILE.jsonl... [--judged FILE.jsonl] [--write]
// A session's repository is the folder that holds its transcript; `--sessions codex=FOLDER` has those of another host.
// `--judged` has lines that readers graded as titles: {"session", "number", "text", "grade": 0 to 2}, or {"line": a candidate,
// "grade"} for one of no session at hand. `--refine` keeps what was learned of words, types and statements, and fits only the
// tables of titles: figures of repositories that were left out are honest without it, and with judged lines. `--write` replaces
// src/compress/embedded/weights.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTs } from '../load-ts.mjs';
import { logistic, ridge, softmax } from './solve.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', multiple: true },
    gold: { type: 'string', multiple: true },
    judged: { type: 'string', multiple: true },
    refine: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    show: { type: 'string' },
    sample: { type: 'string' },
  },
});
if (!values.sessions || !values.gold) {
  console.error(
    'Usage: node scripts/fit/fit.mjs --sessions FOLDER --gold FILE.jsonl [--judged FILE.jsonl [--refine]] [--write]',
  );
  process.exit(1);
}

const BASES = 6;
/** A repository with fewer turns is left out together with others. */
const LARGE = 10;
const SMALL_GROUPS = 5;
/** What a grade of a reader is worth. */
const GRADES = [
  { y: 0, w: 1 },
  { y: 0.3, w: 1 },
  { y: 1, w: 1 },
];
/** How often a word must stand in judged lines to count for itself, and how hard its weight is to move. */
const WORD_TIMES = 5;
const WORD_PENALTY = 24;
const FORM_PENALTY = 12;
/** Many features for few turns with gold. */
const TITLE_PENALTY = 15;
/** A smaller weight is not worth a line of the table. */
const LEAST_WORD = 0.15;
/** What the words say before anything is counted: pulls the weights, so that a few dozen turns are enough. */
const TYPE_PRIOR = {
  bugfix: {
    'asked: bug': 0.8,
    'opens with: bug': 1.2,
    'title: bug': 0.8,
    'said: bug': 0.8,
    'a failure was fixed': 0.6,
    'states how things are': 0.6,
    'states what should not be': 0.6,
    'heading: fix': 1.5,
  },
  feature: {
    'new code files': 0.8,
    'new names, log': 0.4,
    grows: 0.4,
    'asked: new': 0.5,
    'opens with: new': 1.2,
    'title: new': 0.8,
  },
  refactor: {
    'names gone, log': 0.4,
    shrinks: 0.4,
    'asked: shape': 0.5,
    'opens with: shape': 1.2,
    'title: shape': 1,
    'said: shape': 0.3,
  },
  change: { small: 0.5, 'asked: docs and chores': 0.4, 'title: docs and chores': 0.8 },
};

const m = loadTs('scripts/fit/entry.ts');
/** Features that compare a line with its turn. */
const OF_THE_TURN = m.TITLE_FEATURES.flatMap((name, index) =>
  /subject|names the|^weight|^place$|shares no words/.test(name) ? [index] : [],
);
/** How much a line of no session counts. */
const ALONE = 0.6;
const lines = (files) =>
  (files ?? []).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
const gold = new Map(lines(values.gold).map((one) => [`${one.session}#${one.number}`, one]));
const low = (text) =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ');
const covered = (text, groups) => {
  const words = low(text);
  return groups.filter((group) => group.some((term) => words.includes(low(term)))).length / groups.length;
};
const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);
const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const mean = (list) => (list.length === 0 ? 0 : list.reduce((a, b) => a + b, 0) / list.length);

// Turns without gold are read for the lines of theirs that were judged.
const everyTurn = await readTurns();
for (const turn of everyTurn) turn.candidates = m.candidatesOf(turn.turn);
const turns = everyTurn.filter((turn) => turn.gold);
const judged = readJudged();
const repositories = [...new Set(everyTurn.map(({ repository }) => repository))];
console.log(
  `${turns.length} turns of ${repositories.length} repositories, ${judged.of.length + judged.loose.size + judged.alone.length} judged lines\n`,
);
console.log('fitted on the others'.padEnd(36), 'turns  terms  nearly  nothing  type   answer  reads well  judged good');
const kept = [];
for (const group of grouped(repositories)) {
  const weights = fitAll(everyTurn.filter((turn) => !group.includes(turn.repository)));
  const apart = everyTurn.filter((turn) => group.includes(turn.repository));
  for (const turn of apart) apply(turn, weights);
  report(group.length === 1 ? group[0] : `${group[0]} and ${group.length - 1} more`, apart);
  // A later fit changes what the turns hold.
  kept.push(...apart.map((turn) => ({ ...turn })));
}
report('all, each kept apart', kept);
const weights = fitAll(everyTurn);
if (values.show) show(values.show);
for (const turn of everyTurn) apply(turn, weights);
report('all, fitted on all', everyTurn);
if (values.write) write(weights);
if (values.sample) sample(values.sample, weights);

/** Each repository by itself; many small ones are left out together. */
function grouped(all) {
  const sizes = new Map(all.map((name) => [name, turns.filter(({ repository }) => repository === name).length]));
  const large = all.filter((name) => sizes.get(name) >= LARGE);
  const small = all.filter((name) => sizes.get(name) < LARGE);
  const groups = Array.from({ length: Math.min(SMALL_GROUPS, small.length) }, () => []);
  for (const [index, name] of small.entries()) groups[index % groups.length].push(name);
  return [...large.map((name) => [name]), ...groups];
}

/** Imports the sessions into a temporary home and reads every gold turn as the compressor would. */
async function readTurns() {
  const home = mkdtempSync(join(tmpdir(), 'c-mem-fit-'));
  try {
    const store = m.openStore(join(home, 'c-mem.db'), { durable: false });
    const { settings } = m.loadSettings(join(home, 'settings.json'), {});
    const repositories = new Map();
    for (const named of values.sessions) {
      const [, name = 'claude-code', folder] = /^(?:([a-z-]+)=)?(.+)$/.exec(named);
      const host = m.hostNamed(name);
      const { found } = await m.listTranscripts(folder, host.transcripts);
      for (const { sessionId, path } of found) repositories.set(sessionId, basename(dirname(path)));
      await m.importTranscripts(found, {
        ...{ store, host, settings, now: Date.now, owner: 'fit', compress: false, isStopped: () => false },
        ...{ pause: async () => undefined, onRead: () => undefined, isOff: () => false },
      });
    }
    const read = [];
    for (const sessionId of repositories.keys()) {
      for (let job = claim(sessionId); job; job = claim(sessionId)) {
        const { material, context } = m.loadJob(store, job, Date.now());
        const one = gold.get(`${sessionId}#${job.promptNumber}`);
        if (material.final)
          read.push({
            key: `${sessionId}#${job.promptNumber}`,
            gold: one && one.worth > 0 && one.terms.length > 0 ? one : null,
            turn: m.readTurn(material),
            repository: repositories.get(sessionId),
          });
        store.memories.commitJob(
          job,
          'fit',
          { ...m.compressEmbedded(material), context, wantsRecompress: false },
          Date.now(),
        );
      }
    }
    store.close();
    return read;

    function claim(sessionId) {
      return store.jobs.claimImported(sessionId, 'fit', Date.now(), 60_000);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Judged lines; without a session, of whatever turn has such a candidate. */
function readJudged() {
  const byKey = new Map(everyTurn.map((turn) => [turn.key, turn]));
  const graded = lines(values.judged);
  const loose = new Map(graded.filter(({ session, line }) => !session && !line).map((one) => [one.text, one.grade]));
  return {
    // What was said in projects whose sessions are not here: only how the line reads is known.
    alone: graded.filter(({ line }) => line),
    of: graded.flatMap(({ session, number, text, grade }) => {
      const turn = byKey.get(`${session}#${number}`);
      return turn ? [{ turn, text, grade }] : [];
    }),
    loose,
  };
}

function fitAll(some) {
  const withGold = some.filter((turn) => turn.gold);
  const word = values.refine ? m.WORD_WEIGHTS : fitWords(withGold);
  for (const turn of everyTurn) weigh(turn, word);
  for (const turn of everyTurn) turn.all = null;
  let title = fitTitles(withGold);
  const unread = { row: title.map(() => 0), words: new Map() };
  for (const turn of everyTurn) turn.all = [...turn.candidates, ...composed(turn, { title, reads: unread })];
  title = fitTitles(withGold);
  const reads = fitReading(some);
  for (const turn of everyTurn) turn.chosen = best(turn, { title, reads });
  if (values.refine) {
    const type = m.CODE_TYPES.map((name) => m.TYPE_WEIGHTS[name]);
    return { word, title, reads, type, statement: m.STATEMENT_WEIGHTS };
  }
  return { word, title, reads, type: fitTypes(withGold), statement: fitStatements(withGold) };
}

function apply(turn, { word, title, reads, type, statement }) {
  weigh(turn, word);
  turn.all = [...turn.candidates, ...composed(turn, { title, reads })];
  turn.chosen = best(turn, { title, reads });
  const features = m.typeFeatures(turn.turn, turn.chosen?.text ?? '');
  const scores = type.map((row) => dot(row, features));
  turn.type = m.provenType(turn.turn) ?? m.CODE_TYPES[scores.indexOf(Math.max(...scores))];
  turn.statements = m.statementsOf(turn.turn, m.subjectOf(turn.words));
  for (const one of turn.statements) one.value = sigmoid(dot(one.features, statement));
}

function weigh(turn, word) {
  turn.words = m.weighWords(turn.turn);
  for (const one of turn.words.values()) one.weight = sigmoid(dot(one.features, word));
}

/** A word belongs into the title if gold names it, or names it within a longer word. */
function fitWords(some) {
  return logistic(
    some.flatMap((turn) => {
      const terms = turn.gold.terms.flat().map((term) => low(term).trim());
      const words = [...m.weighWords(turn.turn).values()];
      return words.map(({ text, features }) => {
        const word = text.toLowerCase();
        const isNamed = terms.some(
          (term) =>
            (term.includes(word) && word.length >= 3) ||
            term === word ||
            (word.includes(term) && term.length >= 3 && term.length >= word.length * 0.35),
        );
        return { x: features, y: isNamed ? 1 : 0, w: 10 / Math.sqrt(words.length) };
      });
    }),
    3,
  );
}

function fitTitles(some) {
  return ridge(
    some.flatMap((turn) => {
      const subject = m.subjectOf(turn.words);
      const all = turn.all ?? turn.candidates;
      return all.map((one) => ({
        x: m.titleFeatures(one, subject),
        y: covered(one.text, turn.gold.terms),
        w: 10 / all.length,
      }));
    }),
    TITLE_PENALTY,
  );
}

/** What the line looks like and its single words, fitted together. */
function fitReading(some) {
  const chosen = new Set(some);
  const size = m.TITLE_FEATURES.length;
  const examples = [];
  const add = (turn, one, grade) =>
    examples.push({
      x: m.titleFeatures(one, m.subjectOf(turn.words)),
      words: m.readingWords(one.text),
      ...GRADES[grade],
    });
  for (const { turn, text, grade } of judged.of) {
    const one = chosen.has(turn) ? turn.all.find((candidate) => candidate.text === text) : undefined;
    if (one) add(turn, one, grade);
  }
  for (const turn of some)
    for (const one of turn.all) if (judged.loose.has(one.text)) add(turn, one, judged.loose.get(one.text));
  addAlone(examples);
  // A feature that is newer than the table says nothing of it.
  const present = m.TITLE_FEATURES.map((_, index) => m.READING_WEIGHTS[index] ?? 0);
  if (examples.length === 0) return { row: present, words: m.READING_WORDS };
  const times = new Map();
  for (const { words } of examples) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const known = [...times].filter(([, count]) => count >= WORD_TIMES).map(([word]) => word);
  const placeOf = new Map(known.map((word, index) => [word, index]));
  for (const example of examples) {
    const row = new Array(known.length).fill(0);
    for (const word of example.words) if (placeOf.has(word)) row[placeOf.get(word)] = 1;
    example.x = [...example.x, ...row];
  }
  const penalty = [...new Array(size).fill(FORM_PENALTY), ...known.map(() => WORD_PENALTY)];
  // What earlier readers said is in the present table: those of today move it, as far as they are many. It has seen lines of
  // all repositories, so whoever is left out starts without it.
  const isOfAll = some.length === everyTurn.length;
  const prior = isOfAll ? [...present, ...known.map((word) => m.READING_WORDS.get(word) ?? 0)] : null;
  const fitted = logistic(examples, penalty, { prior });
  return {
    row: fitted.slice(0, size),
    words: new Map([...(isOfAll ? m.READING_WORDS : []), ...known.map((word, index) => [word, fitted[size + index]])]),
  };
}

/** Lines of no session have the features of their turn as the others have them on the average. */
function addAlone(examples) {
  const usual = m.TITLE_FEATURES.map((_, index) => mean(examples.map(({ x }) => x[index])));
  for (const { line, grade } of judged.alone) {
    const x = m.titleFeatures(line, m.subjectOf(new Map()));
    for (const index of OF_THE_TURN) x[index] = usual[index];
    examples.push({ x, words: m.readingWords(line.text), y: GRADES[grade].y, w: ALONE });
  }
}

/** How likely a reader accepts a line. */
function readsWell(one, x, { row, words }) {
  return sigmoid(dot(x, row) + m.readingWords(one.text).reduce((sum, word) => sum + (words.get(word) ?? 0), 0));
}

function fitTypes(some) {
  const prior = m.CODE_TYPES.map((type) => m.TYPE_FEATURES.map((name) => TYPE_PRIOR[type]?.[name] ?? 0));
  const examples = some
    .filter((turn) => m.CODE_TYPES.includes(turn.gold.type) && m.provenType(turn.turn) === null)
    .map((turn) => ({
      x: m.typeFeatures(turn.turn, turn.chosen?.text ?? ''),
      y: m.CODE_TYPES.indexOf(turn.gold.type),
    }));
  return softmax(examples, prior, 4);
}

/** A statement is worth keeping if it holds a part of an answer. */
function fitStatements(some) {
  return logistic(
    some
      .filter((turn) => turn.gold.question)
      .flatMap((turn) =>
        m.statementsOf(turn.turn, m.subjectOf(turn.words)).map(({ text, features }) => ({
          ...{ x: features, w: 1 },
          y: turn.gold.answer.some((group) => covered(text, [group]) === 1) ? 1 : 0,
        })),
      ),
    2,
  );
}

function composed(turn, weights) {
  const subject = m.subjectOf(turn.words);
  const rate = (one) => score(one, subject, weights);
  const bases = turn.candidates.map((one) => ({ one, score: rate(one) })).sort((a, b) => b.score - a.score);
  const phrases = m.phrasesOf(turn.turn, subject);
  const best = bases.slice(0, BASES).map(({ one }) => one);
  return m.compose(best, phrases);
}

/** As in rank.ts. */
function score(one, subject, { title, reads }) {
  const x = m.titleFeatures(one, subject);
  return m.NAMING_COUNTS * dot(x, title) + m.READING_COUNTS * readsWell(one, x, reads) - m.namesOnly(one);
}

function best(turn, weights) {
  const subject = m.subjectOf(turn.words);
  const lines = turn.all.map((one) => ({
    ...{ title: one.text, candidate: one, score: score(one, subject, weights) },
    reads: readsWell(one, m.titleFeatures(one, subject), weights.reads),
  }));
  lines.sort((a, b) => b.score - a.score);
  const naming = (one) => m.NAMING_COUNTS * dot(m.titleFeatures(one, subject), weights.title) - m.namesOnly(one);
  const rate = (one, reads) => ({ score: naming(one) + m.READING_COUNTS * reads, reads });
  const joined = m.joined(lines, rate, m.saidIn(turn.turn), subject);
  let found = null;
  for (const { candidate, score, reads } of [...lines, ...joined])
    if (!found || score > found.value) found = { ...candidate, value: score, reads };
  return found;
}

function report(name, all) {
  const some = all.filter((turn) => turn.gold);
  const share = (list, is) => list.filter(is).length / (list.length || 1);
  const terms = some.map((turn) => covered(turn.chosen?.text ?? '', turn.gold.terms));
  const asked = some.filter((turn) => turn.gold.question);
  const held = asked.filter(
    (turn) =>
      covered(
        `${turn.turn.prompt?.slice(0, 300)}\n${turn.statements.map(({ text }) => text).join('\n')}`,
        turn.gold.answer,
      ) === 1,
  );
  const row = [
    mean(terms),
    share(terms, (part) => part >= 0.75),
    share(terms, (part) => part === 0),
    share(some, (turn) => turn.type === turn.gold.type),
    held.length / (asked.length || 1),
    share(all, (turn) => (turn.chosen?.reads ?? 0) >= 0.5),
    judgedGood(all),
  ];
  console.log(name.padEnd(36), String(some.length).padStart(5), ...row.map((value) => value.toFixed(3).padStart(7)));
}

/** Of the chosen titles that readers graded, how many they accepted. */
function judgedGood(some) {
  const grades = some
    .map((turn) => judged.loose.get(turn.chosen?.text) ?? gradeOf(turn))
    .filter((grade) => grade !== undefined);
  return grades.filter((grade) => grade === 2).length / (grades.length || 1);
}

function gradeOf({ key, chosen }) {
  return judged.of.find(({ turn, text }) => turn.key === key && text === chosen?.text)?.grade;
}

/** Candidates and gold of the turns whose key begins so; `low` for those that name too little. */
function show(which) {
  for (const turn of kept.filter(({ gold }) => gold)) {
    const part = covered(turn.chosen?.text ?? '', turn.gold.terms);
    if (which === 'low' ? part >= 0.6 : which !== 'all' && !turn.key.startsWith(which)) continue;
    console.log(
      `\n${turn.key.slice(0, 8)}#${turn.gold.number} ${part.toFixed(2)} ${turn.gold.type}>${turn.type}\n  gold ${turn.gold.title}\n  ours ${turn.chosen?.text} [${turn.chosen?.source}, ${turn.chosen?.composed}]`,
    );
  }
}

function write({ word, title, reads, type, statement }) {
  const table = (names, row) => row.map((value, index) => `  ${value.toFixed(3)}, // ${names[index]}`).join('\n');
  const wordTable = (words) =>
    [...words]
      .filter(([, value]) => Math.abs(value) >= LEAST_WORD)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, value]) => `  [${JSON.stringify(word)}, ${value.toFixed(2)}],`)
      .join('\n');
  const types = m.CODE_TYPES.map(
    (name, k) => `  ${name}: [\n${table(m.TYPE_FEATURES, type[k]).replace(/^/gm, '  ')}\n  ],`,
  ).join('\n');
  writeFileSync(
    join(import.meta.dirname, '..', '..', 'src', 'compress', 'embedded', 'weights.ts'),
    `// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
${table(m.WORD_FEATURES, word)}
];

/** How much of its subject a line names; see title/features.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
${table(m.TITLE_FEATURES, title)}
];

/** How well a line reads as a title; see title/features.ts. */
export const READING_WEIGHTS: readonly number[] = [
${table(m.TITLE_FEATURES, reads.row)}
];

/** What single words say about how well a line reads; see title/features.ts. */
export const READING_WORDS: ReadonlyMap<string, number> = new Map([
${wordTable(reads.words)}
]);

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
${table(m.STATEMENT_FEATURES, statement)}
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
${types}
};
`,
  );
}

/** Lines for readers to grade: of every turn some of the best, in an order that says nothing. */
function sample(file, weights) {
  let seed = 12_345;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const known = new Set([...judged.of.map(({ text }) => text), ...judged.loose.keys()]);
  const found = turns.flatMap((turn) => {
    const subject = m.subjectOf(turn.words);
    const ranked = turn.all
      .map((one) => ({ text: one.text, value: score(one, subject, weights) }))
      .sort((a, b) => b.value - a.value)
      .filter(({ text }) => !known.has(text));
    const chosen = [ranked[0], ranked[1 + Math.floor(random() * 5)], ranked[Math.floor(random() * 20)]];
    return [...new Set(chosen.flatMap((one) => one?.text ?? []))].map((text) => ({
      session: turn.gold.session,
      number: turn.gold.number,
      text,
    }));
  });
  const mixed = found.map((one) => ({ one, key: random() })).sort((a, b) => a.key - b.key);
  writeFileSync(file, mixed.map(({ one }) => JSON.stringify(one)).join('\n'));
}
