// What is said beside the work that was done: what stayed as it was, what was not done, and how many tests pass. It is no
// title, however well it reads.

/** By the words of each language; letters of a word stand before or behind none of them. */
const WORDS = [
  // English
  "unchanged|untouched|as before|(?:did|have|has|was|were|is|are)(?: not|n't) (?:been )?(?:chang\\w+|touch\\w*|commit\\w*|test(?:ed)?|verified|checked|affected)|not (?:yet )?(?:committed|tested|verified|pushed|checked)|nothing (?:else )?(?:changed|is committed)|left (?:it|that|them) (?:alone|out|as)|deliberately|(?:all )?\\d+ (?:tests? )?(?:pass(?:es|ed|ing)?|green)|(?:of|/) ?\\d+ (?:tests? )?(?:pass\\w*|green)|worth knowing|one caveat",
  // German
  'unverändert|wie (?:vorher|bisher|zuvor|gehabt)|nicht (?:geändert|angefasst|angerührt|geprüft|getestet|committet|verändert|angetastet)|weiterhin|noch nicht|bewusst nicht|bleib(?:t|en) (?:stehen|gleich|wie)|(?:tests?|alles?|davon) (?:sind )?grün|\\d+ grün',
  // Spanish
  'no (?:cambian?|he tocado|se ha tocado|toqué|lo he tocado|he hecho)|siguen? (?:\\p{L}+ndo|igual|intact\\p{L}*)|sin (?:commitear|tocar|commit)|intact[oa]s?|como (?:antes|siempre)|en verde|todos pasan|tampoco|aún no',
  // Portuguese
  'não (?:muda|mudou|mudam|mexi|alterei|testei|commitei)|continuam? (?:\\p{L}+ndo|igual|iguais|como)|sem commit|como antes|intact[oa]s?|ainda não|todos passa\\p{L}+|passando',
  // French
  "inchangé\\p{L}*|comme avant|intact\\p{L}*|pas encore|au vert|passent|(?:je )?n'ai (?:pas|rien) (?:touché|modifié|changé|testé|commité)|ne changent? pas|restent? (?:tel\\p{L}*|identiques?)",
  // Italian
  'non (?:cambia\\p{L}*|ho toccato|ho modificato|è cambiat\\p{L}+)|invariat\\p{L}+|come prima|ancora non|passano',
  // Polish
  'bez zmian|nie (?:zmienia\\p{L}*|ruszał\\p{L}*|dotykał\\p{L}*|zmienił\\p{L}*|sprawdz\\p{L}+|testował\\p{L}*)|jak (?:wcześniej|dotąd|dawniej|przedtem)|nadal|przechodz\\p{L}+|jeszcze nie',
  // Russian
  'не (?:меня\\p{L}+|трога\\p{L}+|тронул\\p{L}*|провер\\p{L}+|тестир\\p{L}+|закоммич\\p{L}+|коммит\\p{L}+|поменял\\p{L}+)|по-прежнему|как (?:раньше|прежде|и было)|без изменений|прежн\\p{L}+|\\d+ из \\d+|(?:тест\\p{L}*|все|всё) проход\\p{L}+|прош(?:ли|ёл)|пока не',
].join('|');

/** Where words are not separated. */
const PARTS = [
  // Japanese
  'そのまま|変わりません|変更(?:は|して|も)?(?:なし|ありません|いません)|影響(?:は|し|も)?(?:ありません|ません|なし)|(?:今まで|これまで|従来)(?:どお|通)り|未コミット|触(?:り|って|れ)(?:い|ていま|ま)せん|(?:試|確認)していません|(?:テスト|件).{0,12}(?:通|成功|パス)|(?:通|成功|パス)(?:って|し)(?:い)?ます$|もともと',
  // Chinese
  '不变|没有?(?:改|动|变|提交|测)|未(?:改|动|变|提交|测)|不受影响|没有影响|照旧|和(?:之前|以前|原来)一样|还没|全(?:部)?(?:过|通过|绿)|测试(?:全部?)?(?:都)?(?:过|通过)|一个取舍|跟.{1,6}说',
  // Korean
  '그대로|(?:변경하지|변경되지|바뀌지|바꾸지|건드리지|확인하지|커밋하지) ?않|영향(?:은|이)? ?없|아직|(?:전부|모두|개) ?통과|기존과 (?:같|동일)',
].join('|');

const REMARK = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${WORDS})(?![\\p{L}\\p{N}_])|${PARTS}`, 'iu');

/** A sentence of what was done, up to the first clause that only says how things stand; empty if it begins with one. */
export function withoutRemarks(sentence: string): string {
  if (!REMARK.test(sentence)) return sentence;
  const clauses = sentence.split(CLAUSE);
  const first = clauses.findIndex((clause) => REMARK.test(clause));
  // A remark that stands across clauses.
  if (first < 0) return '';
  return clauses
    .slice(0, first)
    .join('')
    .replace(/[\s,，、;；—–:：-]+$|\s(?:and|und|y|e|et|i|и)\s*$/iu, '');
}

/** The marks stay with the clause before them. */
const CLAUSE = /(?<=[,;，；、]\s?|\s[—–-]\s|\s(?=\())(?=\S)/u;

/** "Everything was checked, nothing changed", before an answer. */
export const NOTHING_DONE =
  /(?<!\p{L})(?:ничего не (?:менял|трогал|правил|изменял)\p{L}*|nothing (?:was |is |has been )?changed|no changes? (?:made|were made)|(?:didn't|haven't|did not|have not) (?:change|changed|touch|touched) anything|no (?:he|hemos) (?:tocado|cambiado|modificado) nada|nichts (?:geändert|verändert|angefasst)|rien (?:changé|modifié|touché)|nic nie (?:zmieni\p{L}+|rusza\p{L}+)|não (?:mexi|alterei|mudei) (?:em )?nada)(?!\p{L})|什么都没改|没有?改(?:动)?(?:任何)?代码|コードは(?:変更|修正)していません|코드는 (?:수정|변경)하지 않/iu;

/** "Посмотрю, что ...", "Sprawdzę ...": what somebody is about to do, told by the end of the verb. */
export const NARRATES = /^(?:[А-ЯЁа-яё][а-яё]+[ую]|\p{L}+ę)(?=[\s,])/u;
