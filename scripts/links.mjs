// `node scripts/links.mjs`: every link in our Markdown files leads somewhere, and every command in their code blocks exists.
// Addresses on the web are not visited; those of our own repository must be the one in package.json.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const OWNED = /github\.com\/(c-mem\/[\w-]+)/g;

/** The anchors of a Markdown text, as GitHub makes them. */
export function anchorsOf(text) {
  const seen = new Map();
  return withoutBlocks(text)
    .split('\n')
    .flatMap((line) => /^#{1,6} +(.*?) *#*$/.exec(line)?.[1] ?? [])
    .map((title) => {
      const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
      const anchor = plain
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    });
}

const withoutBlocks = (text) => text.replace(/^```[\s\S]*?^```/gm, '');
const withoutCode = (text) => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** The links of a Markdown text: pictures, references and HTML too. */
export function linksOf(text) {
  const plain = withoutCode(text);
  return [
    ...plain.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...plain.matchAll(/^\[[^\]]+\]: +(\S+)/gm),
    ...plain.matchAll(/(?:href|src)="([^"]+)"/g),
  ].map((match) => match[1]);
}

/** What is wrong with the links of one file. `read` returns a file's text, or null if it does not exist. */
export function brokenLinks(file, text, read) {
  return linksOf(text).flatMap((link) => {
    if (/^[a-z]+:/i.test(link)) return /^(?:https?:\/\/[\w.-]+|mailto:\S+@)/.test(link) ? [] : [`${link}: no address`];
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)));
    const there = path === '' ? text : read(target);
    if (there === null) return [`${link}: no such file`];
    return anchor && target.endsWith('.md') && !anchorsOf(there).includes(anchor) ? [`${link}: no such heading`] : [];
  });
}

/** The commands of docs/CLI.md, with their options. */
export function knownCommands(reference) {
  const sections = reference.split(/^#{3,4} (?=c-mem)/m).slice(1);
  return new Map(
    sections.map((section) => [
      /^c-mem((?: [a-z-]+)*)/.exec(section)?.[1].trim() ?? '',
      new Set([...section.matchAll(/--[a-z-]+/g)].map(([option]) => option)),
    ]),
  );
}

/** Commands in code blocks that do not exist as printed. */
export function brokenCommands(text, known) {
  const blocks = [...text.matchAll(/^```(?:sh|bash|console|)\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block.split('\n'),
  );
  return blocks.flatMap((line) => {
    const words = /^(?:\$ )?(?:npx )?c-mem (.*)/
      .exec(line.trim())?.[1]
      .replace(/\s#.*$/, '')
      .split(/\s+/);
    if (!words || words[0].startsWith('-')) return [];
    const name = [words.slice(0, 2).join(' '), words[0]].find((each) => known.has(each));
    if (name === undefined) return [`c-mem ${words.join(' ')}: no such command`];
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
    return options
      .filter((option) => option !== '--help' && !known.get(name).has(option))
      .map((option) => `c-mem ${name} has no option ${option}`);
  });
}

function main() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => file && !file.startsWith('test/') && existsSync(join(root, file)));
  const read = (file) => {
    const path = join(root, file);
    if (!existsSync(path)) return null;
    return file.endsWith('.md') ? readFileSync(path, 'utf8') : '';
  };
  const known = knownCommands(read('docs/CLI.md'));
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const ours = /github\.com\/([\w-]+\/[\w-]+)/.exec(repository.url)?.[1];
  let wrong = 0;
  for (const file of files) {
    const text = read(file);
    const elsewhere = [...text.matchAll(OWNED)].filter(([, name]) => name.replace(/\.git$/, '') !== ours);
    const problems = [
      ...brokenLinks(file, text, read),
      ...brokenCommands(text, known),
      ...elsewhere.map(([address]) => `${address}: package.json names another repository`),
    ];
    wrong += problems.length;
    for (const problem of problems) console.log(`${file}: ${problem}`);
  }
  if (wrong === 0) console.log(`${files.length} files`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
