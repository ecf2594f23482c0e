// What was done in the shop, session by session.
import type { Observation } from '../../src/domain/memory.ts';

export const HOUR = 3600_000;
export const DAY = 24 * HOUR;

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

export const CHAPTERS: Chapter[] = [
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
