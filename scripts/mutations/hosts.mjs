// Faults in other hosts.

export const hosts = [
  {
    name: 'the plugin in another host fills the spool with its sessions',
    file: 'src/hook/take-event.ts',
    find: 'if (door.plugin && !host.recognizesRaw(raw)) return null;',
    replace: '',
    tests: ['src/hook/take-event.test.ts'],
  },
  {
    name: 'a spool file of another host is stored as a session of Claude Code',
    file: 'src/capture/delivery.ts',
    find: 'foreign: plugin && !host.recognizes(payload),',
    replace: 'foreign: false,',
    tests: ['src/worker/intake/intake.test.ts'],
  },
  {
    name: 'sessions of Droid are mistaken for those of Claude Code',
    file: 'src/hosts/claude-code/marks.ts',
    find: 'if (path === null || OTHER_HOST.test(path)) return false;',
    replace: 'if (path === null) return false;',
    tests: ['src/hosts/claude-code/marks.test.ts'],
  },
  {
    name: 'a hook accepts sessions of Droid',
    file: 'src/hosts/claude-code/marks.ts',
    find: 'if (path === undefined || OTHER_HOST.test(path)) return false;',
    replace: 'if (path === undefined) return false;',
    tests: ['src/hosts/claude-code/marks.test.ts'],
  },
  {
    name: 'sessions on Windows are not captured',
    file: 'src/hosts/claude-code/marks.ts',
    find: String.raw`const IN_PATH = /[\\/]projects[\\/]+[^\\/"]+[\\/]+`,
    replace: String.raw`const IN_PATH = /[/]projects[/]+[^\\/"]+[/]+`,
    tests: ['src/hosts/claude-code/marks.test.ts'],
  },
  {
    name: 'a client that keeps its transcripts elsewhere gets no memories',
    file: 'src/hosts/claude-code/marks.ts',
    find: 'return IN_PATH.test(path) || PROMPT_ID.test(rawJson);',
    replace: 'return IN_PATH.test(path);',
    tests: ['src/hosts/claude-code/marks.test.ts'],
  },
  {
    name: 'a host that drops the arguments of a hook has it run all the same',
    file: 'src/hook/call.ts',
    find: "return event !== '' && door.plugin && door.host !== null ? { event, door } : null;",
    replace: 'return { event, door };',
    tests: ['src/hook/call.test.ts'],
  },
  {
    name: 'the host that a user names for a hook is not noted',
    file: 'src/hook/call.ts',
    find: "else if (word.startsWith('--host=')) host = word.slice('--host='.length);",
    replace: "else if (word.startsWith('--host=')) event = '';",
    tests: ['src/hook/call.test.ts'],
  },
].map((fault) => ({ area: 'Other hosts', ...fault }));
