// Faults in pausing and excluding.

const INGEST = ['src/capture/ingest.test.ts'];
export const pause = [
  {
    name: 'while it is paused, hooks go on writing',
    file: 'src/hook/take-event.ts',
    find: 'if (isPaused(paths.paused) || isExcludedHere',
    replace: 'if (isExcludedHere',
    tests: ['src/hook/take-event.test.ts'],
  },
  {
    name: 'in an excluded folder, hooks go on writing',
    file: 'src/hook/take-event.ts',
    find: ' || isExcludedHere(paths.excluded, [launchFolder(), currentFolder()])) return null;',
    replace: ') return null;',
    tests: ['src/hook/take-event.test.ts'],
  },
  {
    name: 'what happened in a pause comes back from the transcript',
    file: 'src/config/pause.ts',
    find: 'at >= from && (until === null || at < until)',
    replace: 'at >= from && until === null',
    tests: ['src/config/pause.test.ts'],
  },
  {
    name: 'what happens in the running pause is read from the transcript',
    file: 'src/config/pause.ts',
    find: 'at >= from && (until === null || at < until)',
    replace: 'at >= from && until !== null && at < until',
    tests: ['src/config/pause.test.ts'],
  },
  {
    name: 'a second pause forgets when the first began',
    file: 'src/config/pause.ts',
    find: '  if (known !== null) return known;\n',
    replace: '',
    tests: ['src/config/pause.test.ts'],
  },
  {
    name: 'a list of pauses that cannot be read lets paused events in',
    file: 'src/config/pause.ts',
    find: "throw new CMemError('PAUSES_UNREADABLE', `${file} cannot be read`, { cause });",
    replace: 'if (cause) return [];',
    tests: ['src/config/pause.test.ts'],
  },
  {
    name: 'the ledger takes what happened in a pause',
    file: 'src/capture/ledger.ts',
    find: "if (options.isPaused(capture.at)) return { result: 'excluded', promptNumber: null };",
    replace: '',
    tests: ['src/worker/intake/intake.test.ts'],
  },
  {
    name: 'an excluded folder excludes its neighbors, too',
    file: 'src/config/excluded.ts',
    find: '`${place}/`.startsWith(`${folder}/`)',
    replace: '`${place}/`.startsWith(`${folder}`)',
    tests: ['src/config/excluded.test.ts'],
  },
  {
    name: 'folders below an excluded folder are captured',
    file: 'src/config/excluded.ts',
    find: '`${place}/`.startsWith(`${folder}/`)',
    replace: 'place === folder',
    tests: ['src/config/excluded.test.ts'],
  },
  {
    name: 'the ledger takes sessions of an excluded project',
    file: 'src/capture/ledger.ts',
    find: 'if (places.some(isExcluded)) return null;',
    replace: '',
    tests: INGEST,
    only: 'records nothing in an excluded project',
  },
  {
    name: 'a session that moves into an excluded folder is recorded there',
    file: 'src/capture/ledger.ts',
    find: 'if (origin.cwd) places.push(origin.cwd);',
    replace: '',
    tests: INGEST,
    only: 'records nothing in an excluded project',
  },
].map((fault) => ({ area: 'Pause and exclusion', ...fault }));
