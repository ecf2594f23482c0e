// `npm run screenshots`: pictures of the viewer with what the real import and the embedded compressor make of the fixture
// turns, and of what `npm start` prints as the next session's context, into docs/images.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTs } from './load-ts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const images = join(root, 'docs', 'images');
const scratch = mkdtempSync(join(tmpdir(), 'c-mem-pictures-'));
const env = { PATH: process.env.PATH, HOME: scratch, C_MEM_HOME: join(scratch, 'data') };
const cli = (...args) =>
  execFileSync(process.execPath, [join(root, 'dist', 'c-mem.cjs'), ...args], { env, encoding: 'utf8' });

/** In the page: what lies in the scratch folder is shown as a home that readers know. */
function hideScratch(folder) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.data.includes(folder))
      node.data = node.data.replaceAll(`${folder}/work`, '/home/dev').replaceAll(`${folder}/data`, '/home/dev/.c-mem');
}

mkdirSync(env.C_MEM_HOME, { recursive: true, mode: 0o700 });
mkdirSync(images, { recursive: true });
const { TURNS } = loadTs('test/fixtures/turns/index.ts');
const { writeTranscript } = loadTs('test/helpers/fixture-turns.ts');
const { launchBrowser } = loadTs('test/helpers/browser.ts');
const history = join(scratch, 'history');
const HOUR = 3_600_000;
const folders = [...new Set(TURNS.map(({ folder }) => folder))];
for (const [index, folder] of folders.entries()) {
  const session = `${folder.split('/').at(-1)}-${String(index).padStart(4, '0')}`;
  mkdirSync(join(history, session), { recursive: true });
  const turns = TURNS.filter((turn) => turn.folder === folder);
  writeTranscript(join(history, session, `${session}.jsonl`), session, turns, Date.now() - (index * 20 + 3) * HOUR);
}
cli('config', 'set', 'port', '0');
cli('import', 'claude-code', history, '--yes');
// As a user has it: the page says whether anything is captured.
cli('install', '--yes', '--host', 'claude-code');
cli('worker', 'start');
askAgain();
const browser = await launchBrowser();
try {
  const { url } = JSON.parse(cli('viewer', '--json'));
  const base = new URL(url).origin;
  const { hits } = JSON.parse(cli('search', 'due date of invoices', '--kind', 'observation', '--json'));
  const memory = hits[0].id;
  const session = hits[0].sessionId;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await page.goto(url);
  const shoot = async (name, hash, options = {}) => {
    await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' });
    await page.setViewportSize(options.size ?? { width: 1440, height: 900 });
    await page.goto(`${base}/#/${hash}`);
    await page.reload();
    await page.waitForSelector(options.wait ?? 'h1, .memory', { state: 'attached' });
    await options.act?.();
    await page.waitForTimeout(500);
    await page.evaluate(hideScratch, scratch);
    await page.screenshot({ path: join(images, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  };
  const small = { width: 360, height: 740 };
  await shoot('now', '', { wait: '.card' });
  await shoot('now-dark', '', { wait: '.card', dark: true });
  await shoot('memories', 'memories', { wait: '.memory' });
  await shoot('memories-dark', 'memories', { wait: '.memory', dark: true });
  await shoot('memory', `memory/${memory}`, { wait: '.memory-head' });
  await shoot('memory-dark', `memory/${memory}`, { wait: '.memory-head', dark: true });
  await shoot('search', 'memories?q=due%20date', { wait: '.memory' });
  await shoot('select', 'memories', { wait: '.memory', act: () => press(page, 'j', 'x', 'j', 'x') });
  await shoot('session', `session/${session}`, { wait: '.turn' });
  await shoot('insights', 'insights?days=30', { wait: '.plot' });
  await shoot('file', `file?path=${encodeURIComponent('/home/dev/billing/src/invoice/due-date.ts')}`, {
    wait: '.lines',
  });
  await shoot('palette', 'memories', { wait: '.memory', act: () => press(page, 'Control+k') });
  await shoot('projects', 'projects', { wait: '.projects li' });
  await shoot('profile', 'profile', { wait: 'h1' });
  await shoot('health', 'health', { wait: '.tiles' });
  await shoot('settings', 'settings', { wait: '.preview-pane pre' });
  await shoot('edit', `memory/${memory}?edit=1`, { wait: '.edit' });
  await shoot('narrow', '', { wait: '.card', size: small });
  await shoot('narrow-memories', 'memories', { wait: '.memory', size: small });
  await shoot('narrow-memory', `memory/${memory}`, { wait: '.memory-head', size: small, dark: true });
  await shootContext(await context.newPage());
} finally {
  await browser.close();
  cli('worker', 'stop');
  rmSync(scratch, { recursive: true, force: true });
}

/** What `npm start` prints under the heading of the next session's context, as a terminal shows it. */
async function shootContext(page) {
  const said = execFileSync(process.execPath, [join(root, 'scripts', 'demo.mjs')], { encoding: 'utf8' });
  const text = /^3\. .*\n\n([\s\S]*?)\n\n4\. /m.exec(said)?.[1].replace(/^ {2}/gm, '');
  if (!text?.includes('<c-mem-context>')) throw new Error('npm start printed no context');
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const colored = escaped
    .replace(/^(&lt;.*)$/gm, '<i>$1</i>')
    .replace(/^(## .*)$/gm, '<b>$1</b>')
    .replace(/^([A-Z][a-z]+:)/gm, '<u>$1</u>');
  await page.setViewportSize({ width: 1080, height: 560 });
  await page.setContent(`<style>
    body { margin: 0; padding: 34px; background: #0f1720; color: #d8dee6; font: 15px/22px monospace; }
    pre { margin: 0; white-space: pre-wrap; font: inherit; }
    b { color: #e5a34a; font-weight: normal; } u { color: #8ab8e6; text-decoration: none; } i { color: #6c7885; font-style: normal; }
  </style><pre>${colored}</pre>`);
  await page.screenshot({ path: join(images, 'session-start.png'), fullPage: true });
  console.log('docs/images/session-start.png');
}

async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
  }
}

/** A session that starts and asks about what was imported, through the real hooks: now something was told to an agent. */
function askAgain() {
  const say = (event, name, fields) => {
    const input = {
      session_id: 'today',
      transcript_path: join(scratch, 'today.jsonl'),
      cwd: '/home/dev/billing',
      hook_event_name: name,
    };
    execFileSync(process.execPath, [join(root, 'dist', 'c-mem.cjs'), 'hook', event], {
      env,
      input: JSON.stringify({ ...input, ...fields }),
    });
  };
  say('session-start', 'SessionStart', { source: 'startup' });
  say('user-prompt-submit', 'UserPromptSubmit', {
    prompt: 'Why is the due date of an invoice a day early after midnight? Did dueDate use local time before?',
  });
}
