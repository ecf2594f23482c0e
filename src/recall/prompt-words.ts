// What a prompt is about: its words without quotes, code and addresses; and which words say nothing about a subject.
import { stem } from '../store/search-stem.ts';

const MOST_CHARACTERS = 3000;
const FEWEST_CHARACTERS = 12;

/** The text to search by; null where a prompt names no subject of its own. */
export function subjectOf(prompt: string): string | null {
  const bare = prompt.trim();
  // Commands of the host, and text that a machine wrote.
  if (/^[/<!]/.test(bare)) return null;
  const text = bare
    .slice(0, MOST_CHARACTERS)
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(/["\u201c\u201d\u201e`*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length < FEWEST_CHARACTERS ? null : text;
}

/** Words of every task, in every project. */
const GENERIC = `add address agent again all allow also always another answer any apply approach argument ask back bad base
  basic before begin behavior behaviour best better big branch break bring broken bug build call can case cause change
  check clean clear close code come command comment commit compare complete config consider contain content copy correct
  could create current data date debug default delete detail different do doc document documentation does done double
  draft each easy edit else enable end ensure error even every everything example exist expect explain fail fallback
  feature feedback field file find first fix follow format found full function functionality further general get git
  give go good great group guide handle happen have help here hook how idea implement implementation import improve
  include info information input instead issue item job just keep key kind know last later leave left let level like
  line lint list load local log look main make many maybe mean merge message method might mind missing mode more most
  move much name need new next note notice now number object ok one only open option order other output own package
  page parameter parse part pass path pick plan please point possible pr print problem process project prompt proper
  provide pull push put question quick read real really rebase recent refactor remove rename replace repo request
  require result return review right row rule run same save say second section see seem send separate server session set
  setup should show side simple single size small some something sort source start state status step still stop string
  structure stuff style suggest sure switch system table take task tell test text than that them then there thing think
  this through time title today together too tool top track true try turn two type understand unit until up update use
  user validate value variable verify version via view want way week well what when where which while why will with
  without word work world would write wrong year yes`;

let generic: Set<string> | null = null;

export function isGeneric(stemmed: string): boolean {
  generic ??= new Set(GENERIC.split(/\s+/).map(stem));
  return stemmed.length < 3 || generic.has(stemmed);
}
