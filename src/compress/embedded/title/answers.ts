// Lines of an answer that need a word before them: the heading they stood under, or that they are a proposal.

import { isCodeName } from '../../../text/code-name.ts';
import { type Message, splitSentences } from '../../../text/message.ts';
import { NEVER } from '../../../text/word-patterns.ts';
import { FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters, namedKeys } from '../words.ts';
import type { Candidate, Source } from './candidate.ts';
import { capital, headlines, LONGEST_TITLE, uncapital } from './headline.ts';

/** What an answer says under a heading that names something, with that heading. */
export function underHeadings({ passages }: Message, isPartial: boolean): Candidate[] {
  const told = new Map<string, number>();
  return passages.flatMap(({ kind, text, under }, order) => {
    const times = told.get(under ?? '') ?? 0;
    if (kind === 'heading' || !under || times >= MOST_UNDER || told.size > MOST_HEADINGS) return [];
    const heading = (headlines(under)[0] ?? '').replace(/^(?:the|an?) (?=\S+ \S)/i, '');
    if (heading === '' || heading.includes(': ') || namedKeys(heading).size < 2 || VERB.test(heading)) return [];
    told.set(under, times + 1);
    const [sentence = ''] = splitSentences(text);
    return headlines(sentence)
      .filter((line) => hasAsciiLetters(line) && FINITE.test(line) && !line.includes(': '))
      .map((line, index): Candidate => {
        return {
          ...{
            text: `${capital(heading)}: ${uncapital(line)}`,
            source: kind === 'sentence' ? 'sentence' : 'point',
            order,
          },
          ...{ isAnswer: true, isPartial, isShortened: index > 0, composed: 'scope', added: 'words', related: 1 },
          ...{ of: `${under}: ${sentence}`, isUnder: true },
        };
      })
      .filter((one) => one.text.length <= LONGEST_TITLE);
  });
}

const MOST_UNDER = 2;
const MOST_HEADINGS = 4;

/** "There's no duplication", said of what is listed below it -> "No duplication between A and B". */
export function absencesIn({ passages }: Message): string[] {
  const [, nothing] = ABSENCE.exec(passages.find(({ kind }) => kind === 'sentence')?.text ?? '') ?? [];
  if (!nothing) return [];
  const listed = passages
    .filter(({ kind }) => kind === 'point' || kind === 'row')
    .map(({ lead, spans }) => (spans[0] ?? lead ?? '').replace(/\(\)$/, ''));
  const names = [...new Set(listed.filter(isCodeName))];
  const [first, second] = names;
  if (!first || !second) return [];
  const what = capital(nothing.toLowerCase());
  const forms =
    names.length === 2
      ? [`${what} between ${first} and ${second}`]
      : [
          `${what} among ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
          `${what} among ${first}, ${second} and ${names.length - 2} others`,
          `${what} among ${first} and ${names.length - 1} others`,
        ];
  return forms.filter((form) => form.length <= LONGEST_TITLE).slice(0, 1);
}

/** Of two things or more. */
const ABSENCE =
  /^(?:[a-z][a-z ]{1,14}[.,!:]? ?[—–:,.!-] )?(?:there(?:'s|’s| is| are| were| was) )?(no (?:[a-z]+ )?(?:duplicat(?:ion|es?)|overlaps?|conflicts?|contradictions?|collisions?|redundanc(?:y|ies)|differences?|mismatch(?:es)?|inconsistenc(?:y|ies)|circular (?:imports?|dependenc(?:y|ies))))[\s.!:,—–-]*$/i;

/** What an answer tells to do was not done yet: "Proposal: replace X with Y". */
export function proposed(candidate: Candidate): string | null {
  const { text, of, speech } = candidate;
  if (!isToldDeed(candidate) || speech || !hasAsciiLetters(of)) return null;
  const [verb = ''] = /^[a-z]+/i.exec(text) ?? [];
  // "Added X" was done, by a command; "Remove X" is to be done.
  if (!new RegExp(`\\b${verb}\\b`, 'i').test(of)) return null;
  return `Proposal: ${uncapital(text)}`;
}

/** The same in another language: "Propuesta: agregar X". */
export function proposedIn({ text, of, source, composed, speech }: Candidate): string | null {
  if (!speech || composed !== 'none' || !TOLD.has(source) || !speech.script.test(text) || !speech.toDo.test(text))
    return null;
  // Told as done, by a command.
  if (speech.did.some(([pattern]) => pattern.test(of))) return null;
  // Where the verb stands last, a noun stands first.
  return `${speech.proposal}${speech.verbLast === NEVER ? uncapital(text) : text}`;
}

/** A line of the answer that begins with what is done. */
export const isToldDeed = ({ text, source, composed }: Candidate) =>
  composed === 'none' && TOLD.has(source) && (VERB.test(text) || ORDERS.test(text));

const ORDERS = /^(?:set ?up|run|call|print|read|get|put|try|keep|pick|switch|open)\b(?! *:)/i;

/** The points of lists that tell what is there: "The command does these steps:". */
export function describedIn({ passages }: Message): Set<string> {
  const described = new Set<string>();
  let isProposal = false;
  for (const { kind, text, under } of passages)
    if (kind === 'sentence' || kind === 'heading') isProposal = PROPOSES.test(`${under ?? ''} ${text}`);
    else if (!isProposal && !PROPOSES.test(text)) described.add(splitSentences(text)[0] ?? text);
  return described;
}

export const PROPOSES =
  /\b(?:propos\w+|recommend\w*|suggest\w*|options?|should|could|consider|approach(?:es)?|next steps?|want me to|shall i|would you like)\b/i;

/** Without what is only offered ("If you want, I can:"), and of work that was done, without what is left to do. */
export function withoutOffers({ passages, blocks }: Message, isDone: boolean): Message {
  const isOffer = (text: string) =>
    text.length <= LONGEST_OFFER && (OFFERS.test(text) || (isDone && LEAVES.test(text)));
  let isOffered = false;
  let isUnder = false;
  const told = passages.filter(({ kind, text }) => {
    if (kind === 'heading') {
      isUnder = isDone && (TO_DO.test(text) || CHECKS.test(text));
      isOffered = isOffer(text);
    } else if (kind === 'sentence')
      isOffered = INTRODUCES.test(text) && (isOffer(text) || (isDone && CHECKS.test(text)));
    return !isUnder && !(isOffered && kind !== 'heading');
  });
  return { passages: told.length > 0 ? told : passages, blocks };
}

const INTRODUCES = /[:：]$/;
const LONGEST_OFFER = 300;
const OFFERS =
  /\b(?:i (?:can|could)|(?:do you )?want me to|would you like|shall i|should i|if you(?:'d| would| ever)?(?: still)? (?:want|like|prefer|wish|need))\b/i;
/** Told to the reader of a report. */
const LEAVES =
  /\b(?:you (?:can|could|may|might|should|must|need to|have to|will need to|will have to|'ll need to|'ll have to)|we (?:can|could|should|might)|to (?:test|verify|try|check|run|use|apply|deploy|start|see|reproduce)|next steps?|(?:what|how) (?:you|to) [a-z]+)\b/i;
/** What was run in the end, to see whether it works. */
const CHECKS =
  /^\W*(?:(?:manual |final |local |quick )?(?:verification|validation|checks?|tests?|testing|test results?|results?)|verified|validated|checked|tested|what (?:i|was) (?:ran|verified|checked|tested)|verification (?:performed|done|results?)|how (?:i|it was) (?:verified|tested)|验证|验证结果|测试结果|検証|検証結果|テスト結果|verifizierung|verifikation|überprüfung|verificación|verificação|vérification|vérifications|verifica|проверка|проверено|검증|weryfikacja)\W*$/iu;
const TO_DO =
  /^(?:\W*)(?:(?:recommended |suggested |possible |optional |your )?next (?:steps?|actions?)|(?:future|possible|potential|further|optional|suggested) (?:\w+ )?(?:improvements?|enhancements?|work|steps?|changes?|ideas?)|how to (?:test|use|verify|run|try|apply|deploy|start)\b.*|to (?:test|use|verify|run|try|deploy)\b.*|(?:manual )?(?:testing|verification|test|usage|setup|deployment) (?:steps?|instructions?|guide|checklist|examples?|plan)|usage|instructions?|prerequisites?|what you (?:need|have|should|can)\b.*|limitations?|known (?:issues?|limitations?)|not (?:done|included|changed)|out of scope|remaining (?:\w+ )?(?:work|steps?|issues?|tasks?)|open (?:questions?|issues?)|(?:nächste|weitere) schritte|próximos pasos|próximos passos|prochaines étapes|следующие шаги|что дальше|как (?:проверить|использовать|запустить).*|下一步.*|后续.*|使用(?:方法|说明)|测试(?:方法|步骤)|如何.*|次のステップ|使い方|テスト方法|다음 단계|사용 ?방법|테스트 방법)(?:\W*)$/iu;

const TOLD = new Set<Source>(['lead', 'sentence', 'point', 'bold', 'heading']);
