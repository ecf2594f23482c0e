// Faults in the index of the host's own memory files.

const tests = ['src/capture/memory-files.test.ts'];

export const hostMemory = [
  {
    name: 'what was forgotten comes back when its file changes',
    file: 'src/store/memories/host-memories.ts',
    find: '&& !isForgottenHostMemory(db, { ...read, text, at })',
    replace: '',
    tests,
  },
  {
    name: 'secrets and private text of a memory file are stored',
    file: 'src/capture/memory-files.ts',
    find: 'host.files.split(clean(content, options))',
    replace: 'host.files.split(content)',
    tests,
  },
  {
    name: 'memory files of an excluded project are read',
    file: 'src/capture/memory-files.ts',
    find: 'if (excluded.has(projectId)) continue;',
    replace: '',
    tests,
  },
  {
    name: 'what was written during a pause is read',
    file: 'src/capture/memory-files.ts',
    find: 'if (options.isOff(file.modifiedAt, foldersOf({ key, sessions }))) continue;',
    replace: '',
    tests,
  },
  {
    name: 'a deleted memory file is still found',
    file: 'src/capture/memory-files.ts',
    find: 'store.hostMemoryFiles.drop(path);',
    replace: '',
    tests,
  },
  {
    name: 'a backup keeps what was forgotten',
    file: 'src/store/forgetting/apply-tombstones.ts',
    find: '    applyToHostMemories(db);\n',
    replace: '',
    tests,
  },
  {
    name: 'an evaluation is told the answer by a shortened subject',
    file: 'src/eval/hide-answers.ts',
    find: 'const length = runAt(found, index, starts);',
    replace: 'const length = runAt([], index, starts);',
    tests: ['src/eval/eval.test.ts'],
  },
].map((fault) => ({ area: 'Host memory', ...fault }));
