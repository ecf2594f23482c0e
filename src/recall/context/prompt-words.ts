// What a prompt is about: its words without quotes, code and URLs; and which words say nothing about a subject.
import { isListed, wordList } from '../../text/stop-words.ts';

const MOST_CHARACTERS = 3000;
const FEWEST_CHARACTERS = 12;

const QUOTES = [...'"\u201c\u201d\u201e`*'];
/** Two or three words, in quotes. */
const QUOTED = /["\u201c\u201e`]([A-Za-z][\w-]*(?: [A-Za-z][\w-]*){1,2})["\u201d`]/g;

/** The text to search for; null if the prompt names no subject of its own. */
export function subjectOf(prompt: string): string | null {
  const bare = prompt.trim();
  // Commands of the host, and machine-written text.
  if ('/<!'.includes(bare.charAt(0))) return null;
  let text = bare.slice(0, MOST_CHARACTERS);
  // Of an address, only the number of an issue or a pull request says something.
  if (text.includes('http'))
    text = text.replace(/\bhttps?:\/\/(?:\S*\/(?:pull|issues|merge_requests)\/(\d+))?\S*/g, ' $1 ');
  // What was quoted is one name: `entire resume`.
  if (QUOTES.some((mark) => text.includes(mark)))
    text = text.replace(QUOTED, (_, words: string) => ` ${words.replaceAll(' ', '-')} `);
  for (const mark of QUOTES) text = text.replaceAll(mark, ' ');
  return text.trim().length < FEWEST_CHARACTERS ? null : text;
}

/** "As we did last time", "why is it still": the prompt is about something that was. */
export function refersBack(prompt: string): boolean {
  const text = prompt.slice(0, MOST_CHARACTERS).toLowerCase();
  const words = ` ${text.replace(/[^a-z0-9_'\u0080-\uffff]+/g, ' ')} `;
  return PHRASES.some((phrase) => words.includes(` ${phrase} `)) || ELSEWHERE.some((part) => text.includes(part));
}

/** Whole words. Not a pattern: to compile one of so many words takes a hook a millisecond. */
const PHRASES = (
  'again|last time|last week|last session|last month|earlier|previous|previously|before|yesterday|already|still|remember|' +
  'as we did|as we do|like we did|we did|we had|we added|we fixed|we changed|we decided|we discussed|we talked|we tried|' +
  'we removed|we made|we used|we wanted|continue|resume|back to|no longer|used to|why is|why are|why was|why were|why do|' +
  "why does|why did|why don't|why doesn't|where is|where are|where was|where did|where do|which|what was|how did we|how do we"
).split('|');
/** In other languages, words or parts of words. */
const ELSEWHERE = (
  'schon|wieder|letzte|noch immer|otra vez|la última|ayer|todavía|снова|опять|прошл|уже|' +
  '之前|上次|仍然|还是|前回|以前|まだ'
).split('|');

/** Words of every task in every project; stored as stems, because a hook has no time to stem them. */
const GENERIC =
  wordList(`add address again agent all allow also alwai ani anoth answer appli approach argument ask back bad base basic befor
  begin behavior behaviour best better big branch break bring broken bug build call can case caus chang check clean
  clear close code come command comment commit compar complet config consid contain content copi correct could creat
  current data date debug default delet detail differ do doc document doe done doubl draft each easi edit els enabl end
  ensur error even everi everyth exampl exist expect explain fail fallback featur feedback field file find first fix
  follow format found full function further gener get git give go good great group guid handl happen have help here hook
  how idea implement import improv includ info inform input instead issu item job just keep kei kind know last later
  leav left let level like line lint list load local log look main make mani mayb mean merg messag method might mind
  miss mode more most move much name need new next note notic now number object ok on onli open option order other
  output own packag page paramet pars part pass path pick plan pleas point possibl pr print problem process project
  prompt proper provid pull push put question quick read real realli rebas recent refactor remov renam replac repo
  request requir result return review right row rule run sai same save second section see seem send separ server session
  set setup should show side simpl singl size small some someth sort sourc start state statu step still stop string
  structur stuff style suggest sure switch system tabl take task tell test text than that them then there thi thing
  think through time titl todai togeth too tool top track true try turn two type understand unit until up updat us user
  valid valu variabl verifi version via view wai want week well what when where which while why will with without word
  work world would write wrong ye year`);

export function isGeneric(stemmed: string): boolean {
  return stemmed.length < 3 || isListed(GENERIC, stemmed);
}
