// Faults in rules.

const HOSTILE = ['src/compress/rules/hostile.test.ts'];
const LANGUAGES = ['src/compress/rules/languages.test.ts'];
const PIPELINE = ['src/compress/rules/pipeline.test.ts'];
const STORE = ['src/store/memories/rules.test.ts'];
export const rules = [
  {
    name: 'a fenced block becomes a rule',
    file: 'src/compress/rules/typed-words.ts',
    find: "    .replace(/(```|~~~|\"\"\"|''')[\\s\\S]*?(?:\\1|$)/g, '\\n')\n",
    replace: '',
    tests: HOSTILE,
  },
  {
    name: 'the output of a failed command passes for the words of a rejection',
    file: 'src/hosts/claude-code/transcript.ts',
    find: "/^(?:Error: )?The user doesn't want",
    replace: "/The user doesn't want",
    tests: PIPELINE,
  },
  {
    name: 'what the program should do becomes a rule',
    file: 'src/compress/rules/score.ts',
    find: "  if (isSpecification(sentence, language, found)) return 'says what the program should do';\n",
    replace: '',
    tests: LANGUAGES,
  },
  {
    name: 'an unconfirmed rule silently supersedes one that a person confirmed',
    file: 'src/store/memories/rules.ts',
    find: "} else if (row.rule_state !== 'confirmed') {",
    replace: '} else {',
    tests: STORE,
  },
  {
    name: 'a forgotten rule comes back',
    file: 'src/store/memories/rules.ts',
    find: ' || isForgottenRule(db, context.projectId, rule.quote, rule.at)) continue;',
    replace: ') continue;',
    tests: STORE,
  },
  {
    name: 'a rule counts again each time its session is compressed',
    file: 'src/store/memories/rules.ts',
    find: 'if (known.has(rule.eventId) || ',
    replace: 'if (',
    tests: STORE,
  },
  {
    name: "an agent's proposal is shown as the words of the user",
    file: 'src/recall/context/rules.ts',
    find: "  if (rule.source === 'agent') return",
    replace: "  if (rule.source === 'person') return",
    tests: ['src/recall/context/rules.test.ts'],
  },
  {
    name: 'a rule from the store of somebody else arrives confirmed',
    file: 'src/store/transfer/import-rows.ts',
    find: "    if (kind === 'rule' && !isEmpty) unconfirm(row);\n",
    replace: '',
    tests: ['src/transfer/jsonl.test.ts'],
    only: 'come unconfirmed',
  },
];
