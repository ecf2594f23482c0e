// How likely a sentence is to be a standing rule about the work, with the reasons. Each sign adds or takes away; some
// rule it out. A rule that nobody meant is worse than one that was missed, so doubt counts against it.
import { formOf, hasAsciiLetters, readPatterns } from '../../text/plain-pattern.ts';
import type { RuleSigns } from '../../text/rule-signs/index.ts';
import { QUOTED } from './typed-words.ts';

/** From this score on, it is a rule. */
export const ENOUGH = 3;

const WEIGHTS = {
  always: 3,
  every: 2,
  permission: 2,
  forbid: 2,
  prefer: 2,
  habit: 2,
  wish: 2,
  remember: 2,
  again: 1,
  rejected: 1,
  everywhere: 2,
  work: 1,
  hedge: -3,
  product: -2,
  mentions: -1,
  beside: -1,
} as const;

type Sign = keyof typeof WEIGHTS;
/** Without one of these, nothing says that it should hold beyond the moment. */
const STANDING: Sign[] = [
  'always',
  'every',
  'permission',
  'everywhere',
  'forbid',
  'prefer',
  'habit',
  'wish',
  'remember',
];

/** Those that a table of signs decides alone. */
const SIGNS = [
  ...(['always', 'every', 'permission', 'forbid', 'prefer', 'habit', 'wish'] as const),
  ...(['remember', 'again', 'everywhere', 'hedge'] as const),
];

/** Names of tools, the same in every language. */
const TOOLS =
  /(?<![\p{L}\p{N}_])(?:npm|pnpm|yarn|bun|deno|npx|node|pip|uv|poetry|conda|cargo|make|gradle|maven|bazel|docker|podman|kubectl|terraform|ansible|git|gh|github|gitlab|jest|vitest|mocha|pytest|playwright|cypress|ruff|black|mypy|pyright|eslint|biome|prettier|tsc|typescript|clippy|rustfmt|gofmt|golangci-lint|mise|nix|brew|vite|webpack|esbuild|zod|lodash|axios|jquery|tailwind|react|vue|svelte|django|fastapi|flask|rails|sed|grep|rg|ripgrep|curl|tmux|vim|linear|jira|notion|slack|storybook|husky|conventional commits|claude\.md|agents\.md|readme(?:\.md)?|changelog(?:\.md)?)(?![\p{L}\p{N}_])/iu;
/** A place in the code or on the web: the sentence is about that place. */
const PLACE = /https?:\/\/|\bwww\.|(?:^|\s)\S+\.\w{1,5}:\d+|#\d{2,}|\blines? \d+|\b[0-9a-f]{8,40}\b/i;
/** One name of a function or file: only a word like "always" makes that a rule. */
const IDENTIFIER = /\w\(\)?|[a-z]+[A-Z]\w+[A-Z(]|\b\w+_\w+_\w+|(?:^|\s)\S+\/\S+\.\w{1,5}\b|\b[A-Z]\w+\.[A-Z]\w+/;
/** English and German: what follows a bare prohibition is one thing, not a kind of thing. */
const ONE_THING =
  /^\S+(?:\s(?:not|nicht|ever))?\s(?:\S+\s)??(?:the|this|that|these|those|it|them|its|my|anything|everything|(?:an? \S+(?: \S+)?[.!]*$)|der|die|das|den|dem|diese[rnms]?|es|ihn)(?![\p{L}\p{N}])/iu;
const IT =
  /(?<![\p{L}])(?:it|them|that|this|these|those|there|es|ihn|das|lo|eso|esto|ça|cela|isso|isto|это|его)(?![\p{L}])\s*[.!,]*(?:$|,)/iu;

/** Something goes wrong: a report, and not a rule. */
const FAILS =
  /(?<!\p{L})(?:fails?|failing|failed|broken|crash\p{L}*|falla\p{L}*|échou\p{L}*|cassée?s?|falha\p{L}*|quebrad\p{L}+|schlägt|stürzt|kaputt|падает|падают|сломан\p{L}*)(?!\p{L})|失败|报错|失敗|エラー/iu;
/** Who counts what is used describes it. */
const TWO = /(?<!\p{L})(?:two|both|zwei|beide|dos|ambos|deux|dois|duas|два|две)(?!\p{L})|两个/iu;
/** Something is to be made or changed. */
const TASK =
  /^(?:create|implement|build|set up|configure|fix|refactor|rename|replace|update|remove|delete|migrate|document|add (?:an?|the)|write (?:an?|the)|make (?:an?|the|all)|translate|format)(?!\p{L})/iu;
/** As a subject, it is a program that does something by itself. */
const MACHINE =
  /(?<!\p{L})(?:linter|hooks?|ci|pipeline|generated|generierte?r?|workflow|github action|bot|compiler|линтер)(?!\p{L})/iu;

export interface Judgment {
  score: number;
  /** The signs that were found, in order of the table. */
  signs: Sign[];
  /** Why it cannot be a rule, whatever its score. */
  ruledOut: string | null;
}

export interface Circumstances {
  /** The words were written when rejecting a call. */
  rejected: boolean;
  /** The prompt also says other things. */
  beside: boolean;
  /** The sentence before complained that it was said before. */
  again: boolean;
}

/** Judges one sentence, without its courtesy. */
export function judge(sentence: string, language: RuleSigns, around: Circumstances): Judgment {
  const read = readPatterns(sentence);
  // Most sentences end here.
  if (!formOf(anyOf(language), hasAsciiLetters(sentence)).test(sentence.toLowerCase()))
    return { score: 0, signs: [], ruledOut: 'nothing says that it should last' };
  const has = (sign: (typeof SIGNS)[number]) => read.test(language[sign]);
  const found = new Set<Sign>(SIGNS.filter(has));
  // "Rename it everywhere" is a task; "in all my projects" is not.
  const places = read.all(language.everywhere);
  if (places.every((place) => /^[a-z]+$/i.test(place)) && !SIGNS.some((sign) => sign !== 'everywhere' && has(sign)))
    found.delete('everywhere');
  if (around.rejected) found.add('rejected');
  if (around.again) found.add('again');
  // A rejected call is work, whatever it was.
  const work = read.all(language.work).length + read.all(TOOLS).length;
  if (around.rejected || work > 0) found.add('work');
  const product = read.all(language.product).length;
  if (product > 0) found.add(product >= work ? 'product' : 'mentions');
  if (around.beside && isBare(found)) found.add('beside');
  const signs = (Object.keys(WEIGHTS) as Sign[]).filter((sign) => found.has(sign));
  const score = signs.reduce((sum, sign) => sum + WEIGHTS[sign], 0);
  return { score, signs, ruledOut: ruledOut(sentence, language, found) };
}

const anyOfLanguage = new WeakMap<RuleSigns, RegExp>();

/** Whether a sentence in small letters has any of the signs that one of its kind needs. */
function anyOf(language: RuleSigns): RegExp {
  let any = anyOfLanguage.get(language);
  if (!any) {
    const signs = SIGNS.filter((sign) => STANDING.includes(sign)).map((sign) => `(?:${language[sign].source})`);
    anyOfLanguage.set(language, (any = new RegExp(signs.join('|'), 'u')));
  }
  return any;
}

/** Nothing but a prohibition. */
const isBare = (found: Set<Sign>) => STANDING.every((sign) => sign === 'forbid' || !found.has(sign));

function ruledOut(sentence: string, language: RuleSigns, found: Set<Sign>): string | null {
  if (!STANDING.some((sign) => found.has(sign))) return 'nothing says that it should last';
  if (!found.has('work')) return 'not about the work';
  const { test } = readPatterns(sentence);
  if (/[?？]/.test(sentence) || test(language.asks)) return 'a question';
  if (sentence.includes(QUOTED)) return 'holds a quotation';
  if (test(language.reports)) return "somebody else's words";
  if (test(language.tells) || (test(FAILS) && !test(language.no)) || (found.has('habit') && test(TWO)))
    return 'describes what happens';
  if (!found.has('always') && test(TASK)) return 'a task';
  const rest = readPatterns(withoutSigns(sentence, language, found.has('habit')));
  if (rest.test(language.once) || (!found.has('always') && rest.test(language.soft))) return 'about this one task';
  if (PLACE.test(sentence)) return 'about one place';
  if (!found.has('always') && IDENTIFIER.test(sentence)) return 'about one name in the code';
  if (!found.has('always') && test(IT)) return 'refers to something said before';
  if (isBare(found) && test(ONE_THING)) return 'forbids one thing';
  if (isSpecification(sentence, language, found)) return 'says what the program should do';
  return null;
}

/** "From now on" holds a "now", and "we use pnpm here" means the project. */
function withoutSigns(sentence: string, language: RuleSigns, isHabit: boolean): string {
  const isAscii = hasAsciiLetters(sentence);
  const rest = (isAscii ? sentence.toLowerCase() : sentence)
    .replace(formOf(language.always, isAscii, 'g'), ' ')
    .replace(formOf(language.habit, isAscii), ' ')
    .replace(formOf(language.remember, isAscii), ' ');
  return isHabit ? rest.replace(formOf(HERE, isAscii, 'g'), ' ') : rest;
}

const HERE = /(?<!\p{L})(?:here|hier|aquí|ici|aqui|здесь|тут)(?!\p{L})|这里|ここでは/iu;

/** "The importer must never drop lines": the subject is neither the user, nor the agent, nor the work. */
function isSpecification(sentence: string, language: RuleSigns, found: Set<Sign>): boolean {
  const modal = readPatterns(sentence).exec(language.modal);
  if (!modal || modal.index === 0) return false;
  const subject = sentence.slice(0, modal.index);
  const { test } = readPatterns(subject);
  if (test(MACHINE)) return true;
  if (found.has('habit') || found.has('remember')) return false;
  if (test(language.product)) return true;
  return !test(language.us) && !test(language.work) && !test(TOOLS) && subject.trim() !== '';
}
