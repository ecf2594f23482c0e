// `node scripts/release-branch.mjs [--into REPOSITORY] [--branch NAME]`: commits what was built to the branch from which
// Claude Code's `/plugin marketplace add` installs. Built files are not in the other branches. The working tree and its
// index stay as they are.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const CONTENTS = ['.claude-plugin', 'plugin', 'CHANGELOG.md', 'LICENSE'];

const { values } = parseArgs({
  options: { into: { type: 'string', default: root }, branch: { type: 'string', default: 'release' } },
});
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!existsSync(join(root, 'plugin', 'dist', 'cli.cjs'))) throw new Error('Run `npm run build` first.');

const scratch = mkdtempSync(join(tmpdir(), 'c-mem-release-'));
const gitFolder = execFileSync('git', ['-C', values.into, 'rev-parse', '--absolute-git-dir'], { encoding: 'utf8' });
const git = (...args) =>
  execFileSync('git', [`--git-dir=${gitFolder.trim()}`, `--work-tree=${root}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') },
  }).trim();
try {
  const ref = `refs/heads/${values.branch}`;
  const before = tryGit('rev-parse', '--verify', '--quiet', ref);
  git('add', '--force', '--', ...CONTENTS);
  const tree = git('write-tree');
  if (before && git('rev-parse', `${before}^{tree}`) === tree) {
    console.log(`${values.branch} is up to date`);
  } else {
    const commit = git('commit-tree', tree, '-m', `c-mem ${version}`, ...(before ? ['-p', before] : []));
    git('update-ref', ref, commit, before ?? '');
    console.log(`${values.branch}: c-mem ${version}, ${commit.slice(0, 10)}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function tryGit(...args) {
  try {
    return git(...args);
  } catch {
    return null;
  }
}
