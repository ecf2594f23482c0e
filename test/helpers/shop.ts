// A small online shop and what an agent remembers of it: for the viewer's tests and its pictures.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Observation } from '../../src/domain/memory.ts';
import { appendEvent } from '../../src/store/ledger/events.ts';
import { recordInjection } from '../../src/store/ledger/injections.ts';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import { pinMemory, supersede } from '../../src/store/memories/edit.ts';
import { recordCall } from '../../src/store/queue/usage.ts';
import type { Database } from '../../src/store/sqlite/open.ts';
import { fileDigest } from '../../src/text/digest.ts';
import { addObservation, addSession, addSummary } from './records.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

interface Turn {
  prompt: string;
  summary: { completed: string; learned?: string; nextSteps?: string };
  found: (Partial<Observation> & { file?: string; edit?: [string, string]; run?: [string, string] })[];
}

interface Chapter {
  session: string;
  project: string;
  title: string;
  subtitle: string;
  branch: string;
  ago: number;
  turns: Turn[];
}

const CHAPTERS: Chapter[] = [
  {
    session: 'b7d1c2e0-checkout',
    project: 'shop',
    title: 'Totals that add up to the cent',
    subtitle: 'Cart totals were a cent off for some baskets',
    branch: 'fix/cart-totals',
    ago: 2 * HOUR,
    turns: [
      {
        prompt: 'A customer paid 20.00 and the receipt says 19.99. Find out why and fix it.',
        summary: {
          completed: 'Cart totals are counted in cents; the receipt and the payment now show the same sum.',
          learned: 'Three items at 6.665 each lost a cent, because every line was rounded before the sum.',
          nextSteps: 'Do the same for the discount codes, which still round twice.',
        },
        found: [
          {
            type: 'bugfix',
            title: 'Count cart totals in cents',
            subtitle: 'Rounding each line before adding lost a cent in baskets with thirds',
            narrative:
              'The total was the sum of line prices that had been rounded one by one. It is now added up in whole cents and rounded once, at the end. The receipt reads the same number that is sent to the payment provider.',
            facts: [
              'totalOf() in src/cart/total.ts is the only place that rounds',
              'Money is an integer number of cents everywhere below the web layer',
            ],
            concepts: ['problem-solution', 'gotcha'],
            file: 'src/cart/total.ts',
            edit: [
              '  return lines.reduce((sum, line) => sum + round(line.price * line.count), 0);',
              '  const cents = lines.reduce((sum, line) => sum + line.cents * line.count, 0);\n  return cents / 100;',
            ],
          },
          {
            type: 'discovery',
            title: 'Discount codes round a second time',
            narrative:
              'applyCode() rounds the reduced price of each line again, so a basket with a code can still be a cent off.',
            concepts: ['gotcha'],
            file: 'src/cart/discount.ts',
          },
        ],
      },
      {
        prompt: 'Add a test with thirds so that this never comes back.',
        summary: { completed: 'A property test adds random baskets up in two ways and compares them.' },
        found: [
          {
            type: 'feature',
            title: 'Property test for cart totals',
            subtitle: '1,000 random baskets, added up in cents and in fractions',
            concepts: ['pattern'],
            file: 'test/total.test.ts',
            run: ['npm test -- total', ' ✓ totals agree for any basket (1000 runs)\n Tests  14 passed'],
          },
        ],
      },
    ],
  },
  {
    session: '41f0aa93-search',
    project: 'shop',
    title: 'Product search that forgives typing',
    subtitle: 'Trigram index instead of LIKE',
    branch: 'main',
    ago: 9 * HOUR,
    turns: [
      {
        prompt: 'Search for "sneekers" finds nothing. People misspell things. Can we be kinder?',
        summary: {
          completed: 'Product search tolerates two wrong letters and answers in 12 ms on the full catalogue.',
          learned: 'LIKE with a leading wildcard read all 48,000 products for every letter typed.',
        },
        found: [
          {
            type: 'decision',
            title: 'Trigram index for product search',
            subtitle: 'Chosen over a search service: one table, no new server to run',
            narrative:
              'pg_trgm finds misspelt names through an index on the products table. A separate search engine would be better at ranking, but it is one more thing to deploy, back up and keep in step.',
            facts: ['similarity threshold 0.35', 'index products_name_trgm', 'p95 went from 410 ms to 12 ms'],
            concepts: ['trade-off', 'why-it-exists'],
            file: 'db/migrations/0042_trigram.sql',
          },
          {
            type: 'refactor',
            title: 'One query builder for search and category pages',
            narrative:
              'Both pages had their own SQL with slightly different stock rules; they share productQuery() now.',
            concepts: ['what-changed'],
            file: 'src/catalogue/query.ts',
          },
        ],
      },
    ],
  },
  {
    session: '9c55e7d4-mail',
    project: 'shop',
    title: 'Order mails are sent once',
    subtitle: 'A retry after a timeout sent two',
    branch: 'main',
    ago: 1.1 * DAY,
    turns: [
      {
        prompt: 'Some customers get the order confirmation twice.',
        summary: {
          completed: 'The mail job takes an outbox row with a lock and marks it before it sends.',
          nextSteps: 'Watch the outbox for a week.',
        },
        found: [
          {
            type: 'bugfix',
            title: 'Order mail is claimed before it is sent',
            subtitle: 'Two workers could pick up the same outbox row after a timeout',
            narrative:
              'select … for update skip locked, then sent_at is set in the same transaction. A crash between the two leaves the mail unsent rather than sent twice, and the hourly sweep picks it up.',
            facts: ['outbox.sent_at is set before the provider is called'],
            concepts: ['problem-solution'],
            file: 'src/mail/outbox.ts',
            edit: [
              "const row = await db.one('select * from outbox where sent_at is null limit 1');",
              "const row = await db.one(\n  'select * from outbox where sent_at is null limit 1 for update skip locked',\n);",
            ],
          },
          {
            type: 'discovery',
            title: 'The mail provider answers 202 even for a bad address',
            concepts: ['how-it-works'],
            file: 'src/mail/client.ts',
          },
        ],
      },
    ],
  },
  {
    session: 'e02b7a11-stock',
    project: 'warehouse',
    title: 'Stock counts from the scanners',
    subtitle: 'Batches instead of one request a scan',
    branch: 'main',
    ago: 2.2 * DAY,
    turns: [
      {
        prompt: 'The scanners time out when the hall is busy. Make the upload cheaper.',
        summary: {
          completed: 'Scans are sent in batches of fifty with one id a batch; sending a batch twice is harmless.',
        },
        found: [
          {
            type: 'feature',
            title: 'Scanners upload in batches',
            narrative:
              'A batch has an id made on the device. The server keeps the last thousand ids and ignores a batch that it has seen.',
            facts: ['50 scans or 2 seconds, whichever comes first'],
            concepts: ['pattern'],
            file: 'server/scans.ts',
          },
          {
            type: 'decision',
            title: 'Devices make their own batch ids',
            subtitle: 'So that a retry needs no answer to be safe',
            concepts: ['trade-off'],
            file: 'device/upload.ts',
          },
        ],
      },
    ],
  },
  {
    session: '77ab01fe-login',
    project: 'shop',
    title: 'Sessions move to signed cookies',
    subtitle: 'No more session table',
    branch: 'feature/cookies',
    ago: 4.3 * DAY,
    turns: [
      {
        prompt: 'The session table is 40 GB. Do we need it?',
        summary: {
          completed: 'Signed cookies replace the session table; carts stay in the database.',
          nextSteps: 'Drop the table after two weeks.',
        },
        found: [
          {
            type: 'decision',
            title: 'Signed cookies instead of a session table',
            narrative:
              'The table held only a user id and a language. Both fit into a signed cookie, and logging out everywhere is a key change.',
            concepts: ['why-it-exists', 'trade-off'],
            file: 'src/web/session.ts',
          },
          {
            type: 'change',
            title: 'Cart lines carry the price they were added at',
            concepts: ['what-changed'],
            file: 'src/cart/line.ts',
          },
          {
            type: 'bugfix',
            title: 'Count cart totals after the discount',
            narrative: 'Totals were shown before the discount was taken off.',
            file: 'src/cart/total.ts',
          },
        ],
      },
    ],
  },
];

export interface Shop {
  ids: Record<string, number>;
  root: string;
}

/** Writes the shop's files below `root` and its memories into the store. */
export function fillShop(db: Database, root: string, now: number): Shop {
  const ids: Record<string, number> = {};
  for (const chapter of CHAPTERS) {
    const folder = join(root, chapter.project);
    const key = join(folder, '.git');
    const from = now - chapter.ago - chapter.turns.length * 10 * 60_000;
    const place = { session: chapter.session, project: key, branch: chapter.branch, at: from };
    mkdirSync(key, { recursive: true });
    writeFileSync(join(key, 'HEAD'), 'ref: refs/heads/main\n');
    const projectId = addSession(db, place);
    db.prepare(
      'update sessions set title = ?, subtitle = ?, folder = ?, prompt_count = 0, status = ?, ended_at = ? where id = ?',
    ).run(
      chapter.title,
      chapter.subtitle,
      folder,
      chapter.ago < 3 * HOUR ? 'active' : 'completed',
      chapter.ago < 3 * HOUR ? null : now - chapter.ago,
      chapter.session,
    );
    for (const [index, turn] of chapter.turns.entries()) {
      const prompt = index + 1;
      const at = from + index * 10 * 60_000;
      const sighting = {
        sessionId: chapter.session,
        promptId: null,
        recordId: null,
        spoolId: `${chapter.session}-${prompt}`,
      };
      recordPrompt(db, { ...sighting, text: turn.prompt, source: 'hook', at });
      for (const [order, { file, edit, run, ...observation }] of turn.found.entries()) {
        const when = at + (order + 1) * 90_000;
        const path = join(folder, file ?? 'README.md');
        const content = `// ${observation.title}\n`;
        mkdirSync(dirname(path), { recursive: true });
        // The newest memory of a file saw it as it is; older ones are out of date.
        if (!existsSync(path)) writeFileSync(path, content);
        const events = [
          ...(edit
            ? [
                addEvent(
                  db,
                  { ...place, projectId, prompt, at: when - 20_000 },
                  'Edit',
                  { file_path: path, old_string: edit[0], new_string: edit[1] },
                  { filePath: path },
                ),
              ]
            : []),
          ...(run
            ? [
                addEvent(
                  db,
                  { ...place, projectId, prompt, at: when - 10_000 },
                  'Bash',
                  { command: run[0] },
                  { stdout: run[1], stderr: '' },
                ),
              ]
            : []),
        ];
        const digest = observation.type === 'discovery' ? 'changed-since' : fileDigest(content);
        ids[observation.title ?? ''] = addObservation(
          db,
          { ...place, at: when, prompt },
          {
            ...observation,
            eventIds: events,
            touches: [{ path, role: edit || observation.type !== 'discovery' ? 'modified' : 'read', digest }],
          },
        );
      }
      addSummary(db, { ...place, at: at + 8 * 60_000, prompt }, { request: turn.prompt, ...turn.summary });
    }
    db.prepare('update sessions set last_event_at = ? where id = ?').run(now - chapter.ago, chapter.session);
    recordInjection(db, {
      ...{
        sessionId: chapter.session,
        occasion: 'session_start',
        characters: 6480,
        observations: [1, 2, 3],
        summaries: [1],
      },
      ...{ pending: false, at: from },
    });
  }
  pinMemory(db, 'observation', ids['Signed cookies instead of a session table'] as number, true);
  supersede(db, ids['Count cart totals after the discount'] as number, ids['Count cart totals in cents'] as number);
  for (let day = 0; day < 24; day += 1) {
    const busy = [3, 7, 5, 0, 9, 4, 6][day % 7] as number;
    for (let call = 0; call < busy; call += 1) {
      recordCall(db, {
        ...{
          jobId: null as unknown as number,
          provider: 'anthropic',
          model: 'claude-haiku',
          error: call === 8 ? 'retry: busy' : null,
        },
        ...{
          tokensIn: 2400 + 310 * call,
          tokensOut: 420 + 35 * day,
          costUsd: 0.0045 + call * 0.0006,
          latencyMs: 2100,
          at: now - day * DAY - call * HOUR,
        },
      });
    }
  }
  return { ids, root };
}

function addEvent(
  db: Database,
  place: { session: string; projectId: number; prompt: number; at: number; branch: string | null },
  tool: string,
  input: Record<string, string>,
  response: Record<string, string>,
): number {
  return appendEvent(
    db,
    {
      ...{
        kind: 'tool',
        source: 'hook',
        host: 'claude-code',
        sessionId: place.session,
        key: `tool:${place.session}-${place.at}`,
        at: place.at,
      },
      ...{
        promptId: null,
        toolName: tool,
        toolUseId: null,
        agentId: null,
        agentType: null,
        cwd: null,
        branch: place.branch,
      },
      ...{ durationMs: 40, files: [], recordId: null, body: { input, response } },
    },
    { projectId: place.projectId, worktree: null, promptNumber: place.prompt, storedAt: place.at },
  ) as number;
}
