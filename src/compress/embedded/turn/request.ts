// What the user asked for: the words that were typed, without what was pasted, and what a short answer refers to.
import { withoutAddresses } from '../../../text/addresses.ts';
import { plain, readMessage } from '../../../text/message.ts';
import type { EarlierTurn } from '../../material.ts';
import { ASK, VERB } from '../verbs.ts';

export interface Request {
  /** The sentences that were typed, in order. */
  sentences: string[];
  /** Headings of a plan or task that was handed over. */
  headings: string[];
  /** The item of the previous message that the prompt chooses, as "2" or "do 1 and 3" do. */
  chosen: string[];
  /** What the agent had offered, if the prompt only accepts it. */
  offered: string[];
  /** Everything typed, as plain text. */
  text: string;
  /** Not a word of the subject: "yes", "go on", "commit this". */
  isBare: boolean;
}

const MOST_SENTENCES = 12;

export function readRequest(prompt: string | null, before: EarlierTurn[]): Request {
  const typed = withoutPasted(prompt ?? '');
  const { passages } = readMessage(typed);
  const sentences = passages
    .filter(({ kind }) => kind !== 'heading')
    // Who types in a hurry begins no sentence with a capital.
    .flatMap(({ text }) => text.split(/(?<=\p{L}{2}[?!])\s+(?=\p{Ll})/u))
    .map((text) => text.replace(REACTION, '').replace(CHORE, ''))
    .filter((text) => /\p{L}{2}|\d/u.test(text))
    .slice(0, MOST_SENTENCES);
  const headings = passages.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
  const chosen = chosenItems(prompt ?? '', before[0]?.said ?? null);
  const text = plain(typed);
  const offered = text.length <= 80 ? offersIn(before[0]?.said ?? '') : [];
  return {
    sentences,
    headings: headings.slice(0, 6),
    chosen,
    offered,
    text: text.slice(0, 4000),
    isBare: text.length < 12,
  };
}

/** Without code blocks, quotations, command output and addresses: what was pasted is not what was asked. */
function withoutPasted(prompt: string): string {
  return prompt
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<([a-z][\w-]*)>[\s\S]*?<\/\1>/g, ' ')
    .split('\n')
    .filter((line) => !PASTED_LINE.test(line))
    .map((line) =>
      withoutAddresses(line)
        // What was typed beside a command of the host says more than its name, unless that is what to do.
        .replace(/^\/([\w:-]+)\s+(?=(?:\S+\s+){3}\S)/, (whole, name: string) => (isOrder(name) ? whole : ''))
        .replace(/^\/([\w:-]+)(?=\s|$)/, (_, name: string) => name.replace(/[:_-]+/g, ' ')),
    )
    .join('\n')
    .trim();
}

/** `/review` and `/fix-tests` tell what to do. */
const isOrder = (name: string) => {
  const [verb = ''] = name.split(/[:_-]/);
  return VERB.test(verb) || ASK.test(verb);
};

/** "Genial. now X", "show! X": a word or two, and then what is meant. */
const REACTION = /^(?!\S*[\d_/\\]|\S+\.\S)\p{L}{2,12}(?: \p{L}{1,8})?[.!…]+\s+(?=\p{Ll}.{12})/u;

/** "Commit. then add X": the first is about what was done before. */
const CHORE =
  /^(?:(?:ok(?:ay)?|yes|great|fine|thanks|ja|gut|passt|sí|si|vale|oui|да|ок|так|perfeito|perfecto|show|super)[,.!]?\s+)*(?:commit\p{L}*|push\p{L}*|faz o commit|закоммить|提交(?:一下)?|コミットして|커밋(?:해\p{L}*|하고)?)(?: (?:it|this|that|das|es|lo|tb|bitte|please|all|todo|всё))?\s*[.,;!。，、]\s*(?:(?:and|then|now|und|dann|danach|jetzt|y|ahora|luego|después|e|depois|agora|et|puis|maintenant|и|потом|теперь|затем|i|potem|teraz|然后|再)\s+)*(?=\S)/iu;

/** Of a shell, a diff, a log, a stack trace or a compiler. */
const PASTED_LINE =
  /^\s*(?:>|❯|\$ |\+|at .*:\d+:\d+\)?$|at 0x|[✓✗⏺⎿│├└^~]|\d{4}-\d\d-\d\d[T ]\d\d:|File ".*", line \d|Traceback \(|==\d+==|goroutine \d|PS [A-Z]:\\|\S+\.\w{1,5}:\d+:\d+: )|^(?: {4,}|\t)(?![-*•\d])\S/;

/** "2", "1 and 3", "let's do #4": the items of that number in what the agent said before. */
function chosenItems(prompt: string, said: string | null): string[] {
  const bare = prompt.trim();
  if (!said) return [];
  const only = CHOSEN.exec(bare)?.[1];
  if (bare.length > 40 && !only) return [];
  const numbers =
    (only && bare.length > 40 ? only : bare)
      .match(/(?<![\w.])#?\d{1,2}(?![\w.])/g)
      ?.map((number) => Number(number.replace('#', ''))) ?? [];
  if (numbers.length === 0 || numbers.length > 4) return [];
  const items = new Map<number, string>();
  for (const line of said.split('\n')) {
    const item = /^\s*(?:[-*]\s+)?(?:\*\*)?#?(\d{1,2})[.)\]:]?(?:\*\*)?[.)\]:]?\s+(.{4,300})$/.exec(
      line.replace(/^\s*\|\s*/, ''),
    );
    if (item) items.set(Number(item[1]), plain((item[2] as string).replace(/^\|\s*/, '').replace(/\s*\|.*$/, '')));
  }
  return numbers.flatMap((number) => items.get(number) ?? []);
}

/** "1 and 3, but keep X", "2でお願いします。…", "do steps 1 and 2 meanwhile", "fix 1, then …". */
const CHOSEN = new RegExp(
  [
    '^(?:(?:ok|yes|ja|да|si|sí|oui|じゃあ|那)[,、]?\\s?)?',
    '(?:.{0,60}?(?<!\\p{L})(?:steps?|options?|items?|points?|numbers?|fix|do|schritte?|weg|punkte?|option(?:en)?|pasos?|opci(?:ón|ones)|passos?|étapes?|шаги?|пункты?|вариант\\p{L}*|kroki?|opcj\\p{L}+|방안|案|方案|第)\\s?)?',
    '(#?\\d{1,2}(?:(?:\\s?[,、&+]\\s?|\\s(?:and|und|y|e|et|и|i|und)?\\s?)#?\\d{1,2})*)(?![\\p{L}\\d.:%-])(?=[\\s,.;]|$|で|を|吧|번|和)',
  ].join(''),
  'iu',
);

/** "Want me to add a test for it?" -> "Add a test for it". */
function offersIn(said: string): string[] {
  const { passages } = readMessage(said.slice(-1500));
  const questions = passages
    .map(({ text }) => text)
    .filter((text) => /[?？]$/.test(text))
    .slice(-3);
  return questions.flatMap((question) => {
    const offer = OFFER.exec(question)?.[1];
    return offer ? [offer.replace(/(?:\s|[,—–-]\s*)or\b.*$/i, '')] : [];
  });
}

const OFFER =
  /\b(?:want me to|would you like me to|should i|shall i|do you want me to|would you prefer (?:that )?i)\s+(.{8,200}?)\??$/i;
