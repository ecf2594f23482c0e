// `c-mem stats`: how many memories there are, how fast they grow, and what they save.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import type { Stats } from '../../../store/index.ts';
import { grouped } from '../../../text/plural.ts';
import { count, wholeNumber } from '../../args/numbers.ts';
import { withStore } from '../../store.ts';
import { paint, print, printJson } from '../../terminal/output.ts';
import { bytes } from '../../terminal/progress.ts';

const MOST_PROJECTS = 10;
const WIDTH = 80;
const MOST_LABEL = 24;

interface Sizes {
  store: number;
  backups: number;
}

export default defineCommand({
  meta: {
    name: 'stats',
    description: 'Show memory counts, growth over time, and tokens saved',
    examples: ['c-mem stats', 'c-mem stats --weeks 52'],
  },
  args: {
    weeks: { type: 'string', description: 'Number of weeks to show', default: '12' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    const weeks = wholeNumber('weeks', args.weeks, 1, 520);
    const stats = await withStore((store) => store.memories.stats(Date.now(), weeks));
    const size = sizes(paths);
    const saved = Math.max(0, stats.tokens.raw - stats.tokens.memories);
    if (args.json) return printJson({ ...stats, size, tokens: { ...stats.tokens, saved } });
    print(...describe(stats, size, saved));
  },
});

function sizes(paths: Paths): Sizes {
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const backups = existsSync(paths.backups) ? readdirSync(paths.backups) : [];
  return {
    store: size(paths.database) + size(`${paths.database}-wal`),
    backups: backups.reduce((sum, name) => sum + size(join(paths.backups, name)), 0),
  };
}

function describe(stats: Stats, size: Sizes, saved: number): string[] {
  const { memories, tokens } = stats;
  const n = (value: number) => grouped(value);
  const times = tokens.memories > 0 ? `, ${(tokens.raw / tokens.memories).toFixed(1)} times shorter` : '';
  const lines = [
    `Memories  ${count(memories.observations, 'observation')}, ${count(memories.summaries, 'summary', 'summaries')}` +
      (memories.pinned > 0 ? `, ${n(memories.pinned)} pinned` : '') +
      (memories.superseded > 0 ? `, ${n(memories.superseded)} superseded` : ''),
    `Since     ${stats.since === null ? 'nothing yet' : new Date(stats.since).toISOString().slice(0, 10)}`,
    `Size      ${bytes(size.store)}${size.backups > 0 ? `, plus ${bytes(size.backups)} of backups` : ''}`,
    `Tokens    ${n(tokens.raw)} captured, compressed to ${n(tokens.memories)}${times}`,
    `Saved     ${count(saved, 'token')} compared with reading everything again`,
  ];
  if (stats.types.length > 0)
    lines.push('', paint('bold', 'By type'), ...bars(stats.types.map((row) => [row.type, row.memories])));
  if (stats.projects.length > 0) {
    const shown = stats.projects.slice(0, MOST_PROJECTS);
    lines.push(
      '',
      paint('bold', 'By project'),
      ...bars(shown.map((row) => [labelOf(row, stats.projects), row.memories])),
    );
    const more = stats.projects.length - shown.length;
    if (more > 0) lines.push(`… and ${more} more`);
  }
  if (stats.weeks.some((week) => week.memories > 0 || week.sessions > 0)) {
    lines.push('', paint('bold', 'By week'), ...bars(stats.weeks.map((row) => [row.monday, row.memories])));
  }
  return lines;
}

/** Projects with the same name are distinguished by their path. */
function labelOf(project: Stats['projects'][number], all: Stats['projects']): string {
  if (all.filter(({ name }) => name === project.name).length === 1) return project.name;
  const path = project.key.replace(/\/\.git$/, '');
  return path.length <= MOST_LABEL ? path : `…${path.slice(1 - MOST_LABEL)}`;
}

/** A name, a number and a bar, in the width of a small terminal. */
function bars(rows: [string, number][]): string[] {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  const label = Math.min(MOST_LABEL, Math.max(...rows.map(([name]) => name.length)));
  const number = Math.max(...rows.map(([, value]) => grouped(value).length));
  const room = WIDTH - label - number - 4;
  return rows.map(([name, value]) => {
    const short = name.length > label ? `${name.slice(0, label - 1)}…` : name.padEnd(label);
    const bar = '█'.repeat(Math.round((value / most) * room)) || (value > 0 ? '▏' : '');
    return `${short}  ${grouped(value).padStart(number)}  ${bar}`.trimEnd();
  });
}
