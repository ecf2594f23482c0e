// What a user waits for and gets on disk, beside claude-mem if its published package can be had: both installed by npm
// into an empty folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heading, report, root } from './harness.mjs';

export async function installCosts() {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-bench-install-'));
  try {
    spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, stdio: 'ignore' });
    const tarball = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz')),
    );
    heading('Installed by `npm install`, in an empty folder, with scripts');
    const ours = install(join(folder, 'ours'), tarball);
    report('c-mem', ours.megabytes, 'MB', { at: 8, text: 'under 8 MB' });
    report('c-mem, packages', ours.packages, '');
    report('c-mem, time', ours.ms, 'ms');
    const other = install(join(folder, 'other'), 'claude-mem');
    if (!other) return console.log('  claude-mem could not be installed here, so it is not compared.');
    report(`claude-mem ${other.version}`, other.megabytes, 'MB');
    report('claude-mem, packages', other.packages, '');
    report('claude-mem, time', other.ms, 'ms');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(prefix, what) {
  const started = Date.now();
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', what];
  if (spawnSync('npm', args, { stdio: 'ignore', timeout: 600_000 }).status !== 0) return null;
  const ms = Date.now() - started;
  const modules = join(prefix, 'node_modules');
  const files = readdirSync(modules, { recursive: true }).map((name) =>
    statSync(join(modules, name), { throwIfNoEntry: false }),
  );
  const bytes = files.reduce((sum, file) => sum + (file ? file.blocks * 512 : 0), 0);
  const listed = JSON.parse(
    spawnSync('npm', ['ls', '--prefix', prefix, '--all', '--json'], { encoding: 'utf8' }).stdout,
  );
  const names = new Set();
  const walk = (node) => {
    for (const [name, child] of Object.entries(node.dependencies ?? {})) {
      names.add(`${name}@${child.version}`);
      walk(child);
    }
  };
  walk(listed);
  const [[, { version }]] = Object.entries(listed.dependencies);
  return { ms, megabytes: bytes / 1024 / 1024, packages: names.size, version };
}
