// `c-mem redact`: removes secrets from what is already stored, with the current rules.

import { defineCommand } from 'citty';
import { createRedactor } from '../../../capture/clean/redactor.ts';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { type Redacted, type Redactor, redactCopies } from '../../../store/index.ts';
import { counts } from '../../args/numbers.ts';
import { withExistingStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { type Progress, startProgress } from '../../terminal/progress.ts';

export default defineCommand({
  meta: {
    name: 'redact',
    description: 'Remove secrets from stored memories, raw events, and backups',
    examples: ['c-mem redact --dry-run', 'c-mem redact'],
  },
  args: {
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    const redactor = createRedactor(loadSettings(paths.settings).settings);
    await withExistingStore(async (store) => {
      const would = store.forgetting.redact(redactor, true);
      if (args['dry-run']) {
        if (args.json) return printJson({ done: false, ...would });
        return print(`Would redact ${inWords(would)}. Nothing was changed.`);
      }
      const sure =
        isNothing(would) ||
        (await confirm({
          shows: [`This redacts ${inWords(would)}, here and in every backup. This cannot be undone.`],
          asks: 'Redact them?',
          yes: args.yes ?? false,
          hasDryRun: true,
        }));
      if (!sure) return print('Nothing was changed.');
      const rows = startProgress('Redacting', store.forgetting.countRedactable());
      const done = store.forgetting.redact(redactor, false, (looked) => rows.update(looked));
      rows.end('done');
      // A backup may contain what the database no longer does.
      const copies = redactEveryCopy(paths, redactor);
      if (args.json) return printJson({ done: true, ...done, copies });
      print(
        isNothing(done) ? 'No secrets found in the database.' : `Redacted: ${inWords(done)}.`,
        ...(copies.rewritten > 0 ? [`${counts([copies.rewritten, 'backup'])} rewritten.`] : []),
        ...copies.left.map((path) => `Not rewritten (created by a newer version): ${path}`),
        ...copies.dropped.map((path) => `Deleted (unreadable): ${path}`),
      );
    });
  },
});

function redactEveryCopy(paths: Paths, redactor: Redactor) {
  let progress: Progress | null = null;
  const copies = redactCopies(paths, redactor, (done, of) => {
    progress ??= startProgress('Redacting backups', of);
    progress.update(done);
  });
  (progress as Progress | null)?.end('done');
  return copies;
}

const isNothing = (amounts: Redacted) => Object.values(amounts).every((amount) => amount === 0);

function inWords({ observations, summaries, prompts, events, sessions, others }: Redacted): string {
  return (
    counts(
      [observations, 'observation'],
      [summaries, 'summary', 'summaries'],
      [prompts, 'prompt'],
      [events, 'raw event'],
      [sessions, 'session title'],
      [others, 'worker note', 'worker notes'],
    ) || 'nothing'
  );
}
