// `npm run release -- 0.2.0` (or major, minor, patch): sets the version everywhere, dates the changelog, commits and tags.
// `--check TAG` verifies that everything has the tag's version; `--notes TAG` prints its part of the changelog.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Every file with our version, and what is before and after it. */
export const VERSIONED = [
  ['package.json', /^( {2}"version": ")([^"]*)(")/m],
  ['package-lock.json', /^( {2}"version": ")([^"]*)(")/m],
  ['package-lock.json', /^( {6}"name": "c-mem",\n {6}"version": ")([^"]*)(")/m],
  ['plugin/.claude-plugin/plugin.json', /^( {2}"version": ")([^"]*)(")/m],
  ['.claude-plugin/marketplace.json', /^( {6}"version": ")([^"]*)(")/m],
  ['editors/vscode/package.json', /^( {2}"version": ")([^"]*)(")/m],
];

const read = (file) => readFileSync(join(root, file), 'utf8');
const UNRELEASED = '## Unreleased';

/** The version in each of these files. */
export const versions = () => VERSIONED.map(([file, pattern]) => [file, pattern.exec(read(file))?.[2] ?? null]);

/** The changelog's part about one version. */
export function notes(version, changelog = read('CHANGELOG.md')) {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} `));
  if (start < 0) throw new Error(`CHANGELOG.md has no section for ${version}`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}

/** The version after this one. */
export function nextVersion(current, wanted) {
  const parts = current.split('.').map(Number);
  const index = ['major', 'minor', 'patch'].indexOf(wanted);
  if (index < 0) {
    if (!/^\d+\.\d+\.\d+$/.test(wanted))
      throw new Error(`${wanted} is not a version: use 1.2.3, major, minor or patch`);
    return wanted;
  }
  return parts.map((part, at) => (at < index ? part : at === index ? part + 1 : 0)).join('.');
}

/** The changelog with the unreleased part under a version and a date, and an empty unreleased part above it. */
export function dated(changelog, version, day) {
  const prepared = `## ${version} (not released yet)`;
  if (changelog.includes(prepared)) return changelog.replace(prepared, `## ${version} (${day})`);
  if (!changelog.includes(`${UNRELEASED}\n`)) throw new Error(`CHANGELOG.md has no "${UNRELEASED}"`);
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${day})\n`);
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'string' }, notes: { type: 'string' } },
  });
  if (values.notes !== undefined) return console.log(notes(values.notes.replace(/^v/, '')));
  if (values.check !== undefined) {
    const wanted = values.check.replace(/^v/, '');
    const wrong = versions().filter(([, version]) => version !== wanted);
    for (const [file, version] of wrong) console.log(`${file} has version ${version}, not ${wanted}`);
    notes(wanted);
    process.exitCode = wrong.length > 0 ? 1 : 0;
    return;
  }
  const [wanted] = positionals;
  if (!wanted) throw new Error('Name the version: 1.2.3, major, minor or patch');
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain').trim() !== '') throw new Error('Commit your changes first');
  const version = nextVersion(JSON.parse(read('package.json')).version, wanted);
  for (const [file, pattern] of VERSIONED)
    writeFileSync(
      join(root, file),
      read(file).replace(pattern, (_, before, __, after) => before + version + after),
    );
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, 'CHANGELOG.md'), dated(read('CHANGELOG.md'), version, day));
  git('commit', '-qam', `c-mem ${version}`);
  git('tag', `v${version}`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags origin main v${version}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
