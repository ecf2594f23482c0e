// What is left to do, as the agent itself listed it. Precision first: an offer ("Want me to …?") is not a step, and
// neither is advice for the user, unless it stands under a heading that says so.
import type { Message, Passage } from '../../text/message.ts';
import { isQuestion } from '../../text/sentences.ts';
import { isPlain } from '../../text/words.ts';

/** "Next", "To do", "Remaining", "Follow-up" as a heading or a label, in the languages that agents answer in most. */
const NAMES = [
  'next(?: steps?| up| actions?)?',
  'to-?dos?',
  'to do',
  'remaining(?: work| steps| tasks| items)?',
  'still (?:open|to do|missing|needed|left)',
  'left to do',
  "what(?:'s| is) (?:left|next|missing)",
  'follow-?ups?',
  'open (?:items|points|tasks|issues|ends)',
  'not (?:yet )?done(?: yet)?',
  'not yet(?: done| implemented)?',
  'pending',
  'outstanding',
  'nächste[rn]? schritte?',
  'als nächstes',
  'offen(?:e punkte)?',
  'noch (?:offen|zu tun)',
  'ausstehend',
  'siguientes? pasos?',
  'próximos? pasos?',
  'pendientes?',
  'falta(?: por hacer)?',
  'prochaines? étapes?',
  'reste à faire',
  'à faire',
  'próximas? etapas?',
  'следующи[ей] шаги?',
  'дальше',
  'далее',
  'осталось(?: сделать)?',
  '下一步(?:计划|工作)?',
  '后续(?:步骤|工作|计划)?',
  '接下来',
  '待办(?:事项)?',
  '剩余(?:工作|任务)?',
  '次(?:のステップ|にやること|の作業|は)?',
  '残(?:り(?:の作業|のタスク)?|作業|タスク|件)',
  '今後(?:の作業|の予定)?',
  '未対応',
  '다음 (?:단계|작업)',
  '남은 작업',
].join('|');
const HEADING = new RegExp(`^(?:${NAMES})(?:\\s*\\([^)]*\\))?\\s*[:：]?$`, 'iu');
const LABEL = new RegExp(`^(?:${NAMES})\\s*[:：]\\s*(\\S.{5,})$`, 'iu');
/** Sentences that say of something that it is not done. */
const OPEN =
  /\b(?:(?:is|are|was|were) not (?:yet )?(?:implemented|done|covered|tested|fixed|wired|handled|supported)|(?:still|yet) (?:needs?|has|have) to be|remains? to be|still (?:needs?|fails?|missing)|left (?:for later|as a follow-?up)|in a follow-?up|the next step is to|should (?:still )?be (?:changed|updated|removed|added|moved|fixed|renamed|replaced|migrated|documented|tested)|still (?:points?|uses?|falls? back|has|lacks?|relies|expects?)|has not been \w+ed yet|haven't \w+ed yet|will be (?:done|handled|added) (?:later|separately|in a))\b/i;
/** Said to the user, not of the work; or of something that is not named. */
const ADVICE =
  /^(?:still|but|and|it|this|that|which|you|feel free|let me know|if you|once you|please|happy to|i can|i could|i'd|would you|want me|shall i|should i|do you)\b/i;

/** A report of what was done, with a remark in it. */
const REPORT = /(?:[—–:]|\s-)\s*(?:changed|added|removed|replaced|fixed|updated|moved|renamed|dropped|converted)\b/i;

const MOST_STEPS = 4;
const LONGEST_STEP = 220;

export function nextSteps({ passages }: Message): string[] {
  const steps: string[] = [];
  const add = (text: string) => {
    const step = text.replace(/^\[[ x]\]\s*/i, '').trim();
    const least = isPlain(step) ? 6 : 3;
    if (step.length >= least && step.length <= LONGEST_STEP && !isQuestion(step) && !OFFER.test(step)) steps.push(step);
  };
  let introduced = false;
  for (const passage of passages) {
    if (passage.kind === 'heading') {
      introduced = false;
      continue;
    }
    if (isUnderNext(passage) || (introduced && passage.kind === 'point')) {
      add(passage.text);
      continue;
    }
    const labeled = LABEL.exec(passage.text)?.[1];
    introduced = HEADING.test(passage.text);
    if (labeled) add(labeled);
    else if (!introduced && OPEN.test(passage.text) && !ADVICE.test(passage.text) && !REPORT.test(passage.text))
      add(passage.text);
  }
  return [...new Set(steps)].slice(0, MOST_STEPS);
}

const OFFER =
  /^(?:want me to|would you like|shall i|should i|do you want|let me know|if you(?:'d| would)? (?:like|want))\b/i;

const isUnderNext = ({ under }: Passage) => under !== null && HEADING.test(under.replace(/^[^\p{L}]+/u, ''));
