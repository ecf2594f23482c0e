// Faults in strict arguments.

const STRICT = ['src/cli/args/strict-args.test.ts'];
export const strict = [
  {
    name: 'a misspelled option is dropped, and everything is forgotten',
    file: 'src/cli/args/strict-args.ts',
    find: "if (!definition || !word.startsWith('--')) throw unknownFlag(path, definitions, flags, word);",
    replace: 'if (!definition) continue;',
    tests: STRICT,
  },
  {
    name: 'an option with one dash is taken',
    file: 'src/cli/args/strict-args.ts',
    find: "if (!definition || !word.startsWith('--')) throw",
    replace: 'if (!definition) throw',
    tests: STRICT,
  },
  {
    name: 'an option takes the next option for its value',
    file: 'src/cli/args/strict-args.ts',
    find: "(next === undefined || isFlag(next) || next === '--' ? '' : next)",
    replace: "(next === undefined ? '' : next)",
    tests: STRICT,
  },
  {
    name: 'a surplus argument is dropped',
    file: 'src/cli/args/strict-args.ts',
    find: 'if (surplus !== undefined && !takesRest)',
    replace: "if (surplus === '' && !takesRest)",
    tests: STRICT,
  },
  {
    name: 'of an option given twice only the last counts',
    file: 'src/cli/args/strict-args.ts',
    find: "if (typeof value === 'string' && before !== undefined)",
    replace: "if (typeof value === 'string' && before === '')",
    tests: STRICT,
  },
  {
    name: 'a value that is none of the choices is taken',
    file: 'src/cli/args/strict-args.ts',
    find: 'if (definition.options && !definition.options.includes(text)) throw notAnOption(name, text, definition.options);',
    replace: '',
    tests: STRICT,
  },
  {
    name: 'a switch with a value that means nothing is taken for a yes',
    file: 'src/cli/args/strict-args.ts',
    find: "if (!negated && (value === 'true' || value === 'false')) return value === 'true';",
    replace: "if (!negated) return value !== 'false';",
    tests: STRICT,
  },
].map((fault) => ({ area: 'Strict arguments', ...fault }));
