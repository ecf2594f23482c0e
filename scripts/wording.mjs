// Words and phrases that we replaced, so that they do not come back: read by `npm run check` and by test/wording.test.ts.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files and folders that must be free of them. */
export const COVERED = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  '.github',
  'docs',
  'plugin',
  'viewer/src',
  'src',
  'bench',
  'scripts',
];

/** `strings`: only in what users read, not in comments. `within`: only in these files. */
export const RULES = [
  { find: /\bmend(?:s|ed|ing)?\b/i, use: 'fix, repair' },
  { find: /(?<!\bthere )\bis no (?!longer\b|more\b)[a-z]+/i, use: 'is not a …' },
  { find: /\bunless told\b/i, use: 'by default' },
  { find: /\bwhere (?:there (?:is|are)|nothing|none|no)\b/i, use: 'if' },
  { find: /\breads? in (?:again|past|what|from)\b/i, use: 'import' },
  { find: /\b(?:goes|going|went) on\b/i, use: 'resume, continue' },
  { find: /\bput aside\b/i, use: 'quarantine, set aside' },
  { find: /\bfor ever\b/i, use: 'forever' },
  { find: /\bfor good\b/i, use: 'permanently' },
  { find: /\bof (?:now|today)'?s?\b(?<!day's)/i, use: 'current', strings: true },
  { find: /\b(?:summed|sums?|summing) up\b/i, use: 'summarize' },
  { find: /\b(?:is|are|be) told\b/i, use: 'see, get, is shown', within: 'src/' },
  { find: /\bspeaks? (?:of|about)\b|\bspoken of\b/i, use: 'mention' },
  { find: /\b(?:one|how many|so many) an? (?:line|page|day|week|month|turn)\b|\ba line each\b/i, use: 'per' },
  { find: /\bby hand\b/i, use: 'manually', strings: true },
  { find: /\bat once\b/i, use: 'immediately', strings: true },
  { find: /\b(?:desk|house)\b/i, use: 'a plain noun' },
  { find: /colour|behaviour|neighbour|favour|honour|catalogue|\bcentre/i, use: 'American spelling' },
  { find: /(?:normal|recogn|organ|summar|initial|optim)is(?:e[ds]?|ing|ation)\b/i, use: 'American spelling' },
  { find: /\b(?:ids?\b(?= of an? )|Ids\b)/, use: 'ID, IDs', strings: true },
  {
    find: /\((?:SPEC )?[A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*\)|\bSPEC [A-Z]\d/,
    use: 'what must hold, not the number of a requirement',
  },
];

/** Not our wording: word lists to match in prompts, saved migrations, sessions that are quoted. */
const DATA = ['src/recall/context/prompt-words.ts', 'src/text/stop-words.ts', 'docs/SCHEMA.md', 'docs/examples/'];

const PROSE = new Set(['.md', '.tsx', '.json', '.html']);
const CODE = new Set(['.ts', '.mjs', '.cjs']);
/** Comments, strings, and regular expressions, which are skipped. */
const TOKENS =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<=[=(,:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[dgimsuy]*/g;

/** `{ line, found, use }` for each violation in one file. */
export function findViolations(file, text) {
  if (DATA.some((path) => file.startsWith(path))) return [];
  const pieces = CODE.has(extname(file))
    ? [...text.matchAll(TOKENS)]
        .filter(({ groups }) => groups.comment ?? groups.string)
        .map(({ 0: piece, index, groups }) => ({ piece, index, isComment: groups.comment !== undefined }))
    : [{ piece: text, index: 0, isComment: false }];
  return pieces.flatMap(({ piece, index, isComment }) =>
    rulesFor(file, isComment).flatMap(({ find, use }) =>
      [...withoutCode(piece).matchAll(new RegExp(find, `${find.flags}g`))].map((match) => ({
        line: text.slice(0, index + match.index).split('\n').length,
        found: match[0],
        use,
      })),
    ),
  );
}

const rulesFor = (file, isComment) =>
  RULES.filter(({ strings, within = '' }) => file.startsWith(within) && !(strings && isComment));

/** Blanks the code in a template. */
const withoutCode = (piece) =>
  piece.startsWith('`') ? piece.replace(/\$\{[^{}]*\}/g, (code) => ' '.repeat(code.length)) : piece;

/** Paths of the files below, relative to the root. */
export function filesIn(root, path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return (
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (PROSE.has(extname(entry.name)) || CODE.has(extname(entry.name))))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((file) => !/^plugin\/(?:scripts|dist)\//.test(file) && !file.includes('/fixtures/'))
      // Frozen migrations, tests (their data may say anything), and the table of the words themselves.
      .filter((file) => !/\/migrations\/|\.test\.ts$|^scripts\/wording\.mjs$/.test(file))
  );
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  for (const file of COVERED.flatMap((path) => filesIn(root, path))) {
    for (const { line, found, use } of findViolations(file, readFileSync(join(root, file), 'utf8'))) {
      console.error(`${file}:${line}: "${found}": use ${use}`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
