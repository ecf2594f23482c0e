// Writes docs/images/demo.svg: what `c-mem demo` prints, as an animated terminal. No script runs in it, and nothing is
// loaded from elsewhere.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const WIDTH = 96;
const LINE = 19;
const ROWS = 25;
const SECONDS = 6;

const { status, stdout } = spawnSync(process.execPath, [join(root, 'plugin', 'dist', 'c-mem.cjs'), 'demo'], {
  encoding: 'utf8',
});
if (status !== 0) throw new Error('the demo failed');
const parts = [...stdout.matchAll(/^\d\. (.*)\n\n([\s\S]*?)(?=\n\n\d\. |\n\nNothing of this)/gm)];
const [, stored, context, found] = parts.map(([, title, text]) => ({ title, lines: text.split('\n') }));

/** Each screen: what was typed, and what is shown. */
const screens = [
  { typed: '# A session with your agent, as C-Mem keeps it: no private remark, no token', lines: stored.lines },
  { typed: '# What the next session starts with', lines: context.lines },
  { typed: '$ c-mem search "rounding cents"', lines: found.lines },
];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Continued lines are indented like the first. */
const wrap = (line) => {
  const indent = /^ */.exec(line)[0];
  return (line.trim().match(new RegExp(`.{1,${WIDTH - 4}}(?=s|$)|S+`, 'g')) ?? ['']).map(
    (part) => indent + part.trim(),
  );
};
const color = (line) => (/^\s*##/.test(line) ? 'h' : /^\s*&lt;/.test(line) ? 'm' : '');

const total = screens.length * SECONDS;
const frames = screens.map(({ typed, lines }, index) => {
  const body = lines.flatMap(wrap).slice(0, ROWS - 2);
  const texts = body.map(
    (line, row) =>
      `<text x="24" y="${92 + row * LINE}" class="${color(escaped(line))}" xml:space="preserve">${escaped(line)}</text>`,
  );
  return `<g class="f" style="animation-delay:${index * SECONDS}s"><text x="24" y="60" class="p">${escaped(typed)}</text>${texts.join('')}</g>`;
});
const share = (100 / screens.length).toFixed(2);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 ${80 + ROWS * LINE}" role="img" aria-label="A session, and what the next one remembers of it">
<style>
text { font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #d8dee6 } .p { fill: #7fd1a0 } .h { fill: #e5a34a } .m { fill: #6c7885 }
.f { opacity: 0; animation: show ${total}s infinite } @keyframes show { 0%, ${share}% { opacity: 1 } ${(Number(share) + 0.01).toFixed(2)}%, 100% { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { .f { animation: none } .f:nth-of-type(2) { opacity: 1 } }
</style>
<rect width="100%" height="100%" rx="10" fill="#0f1720"/><circle cx="24" cy="24" r="6" fill="#e06c5a"/><circle cx="44" cy="24" r="6" fill="#e5b34a"/><circle cx="64" cy="24" r="6" fill="#7fd1a0"/>
${frames.join('\n')}
</svg>
`;
writeFileSync(join(root, 'docs', 'images', 'demo.svg'), svg);
console.log(`wrote docs/images/demo.svg (${(svg.length / 1024).toFixed(1)} KB)`);
