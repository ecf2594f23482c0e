// The words by which a finding is read as a claim: what was done, whether it says yes or no, what is a label and what is
// a value. Tables for English, German, Spanish, French, Portuguese, Russian, Chinese and Japanese; a language without
// tables is compared by its words alone.

/**
 * What kind of sentence it is. `state`, `use` and `set` name a value, `exist`, `on` and `allow` can be undone, `switch`
 * goes from one thing to another, and an `activity` leaves nothing that could be outdated.
 */
export type Action = 'state' | 'use' | 'set' | 'exist' | 'on' | 'allow' | 'switch' | 'fix' | 'change' | 'activity';

export interface ActionWord {
  action: Action;
  /** It takes away, switches off or forbids. */
  isNo: boolean;
}

/** Beginnings of words; `-` ends a word that must match as a whole. A minus before the action: it says no. */
const STARTS: [string, string][] = [
  [
    'fix',
    'fix- fixes- fixed- fixing- repair resolv solv- solves- solved- correct- corrected- corrects- beheb behob reparier korrigier gefixt- correg corrig repar arregl solucion résol исправ почин устран',
  ],
  [
    'exist',
    'add- adds- added- adding- introduc implement- implements- implemented- create- creates- created- support- supports- supported- hinzugefüg hinzufüg ergänz eingeführ einführ implementier unterstütz añad agreg implementa soport ajout adicion criad suport добав реализ поддерж внедр создан',
  ],
  [
    '-exist',
    'remov delet drop- drops- dropped- revert undo- undid- undone- entfern gelösch lösch- elimin quita borra- supprim remov удал убра откат',
  ],
  [
    'on',
    'enabl activat- activate- activates- activated- aktivier eingeschalt activar- activad habilit activé включ активир',
  ],
  [
    '-on',
    'disabl deactivat deaktivier abgeschalt ausgeschalt desactiv deshabilit désactiv desativ отключ выключ деактивир',
  ],
  ['allow', 'allow permit- permits- permitted- erlaub permit- permiti autoris разреш'],
  ['-allow', 'forbid forbad prohibit disallow block- blocks- blocked- verbiet verbot prohib bloque interdi запре'],
  [
    'set',
    'set- sets- setting- increas rais- raise- raises- raised- reduc lower- lowers- lowered- decreas limit- limits- limited- cap- caps- capped- gesetzt- erhöh gesenkt- senk- reduzier fijar- fijad aument увелич уменьш установ',
  ],
  [
    'use',
    'use- uses- used- using- adopt prefer- prefers- preferred- verwend nutz benutz usar- usa- usamos- utiliz utilis использ',
  ],
  [
    'switch',
    'switch migrat mov- move- moves- moved- moving- convert replac ported- renam wechsel gewechselt- umgestell migrier ersetz verschob cambiar- cambia- reemplaz migra- migrar- remplac переш переключ перенес замен',
  ],
  [
    'change',
    'updat chang- change- changes- changed- adjust improv refactor simplif clean- cleans- cleaned- extract- extracts- extracted- split- splits- consolidat optimi geänder änder- verbesser aktualisier actualiz mejor amélior обнов измен улучш',
  ],
  [
    'activity',
    'bump upgrad releas publish deploy review check- checks- checked- explor investigat analy found- find- finds- verif run- runs- ran- test- tests- tested- writ- write- writes- wrote- document- documents- documented- docs- merg commit- commits- committed- push- pushes- pushed- rebas translat sort- sorts- sorted- prüf getestet- veröffentlich revis prob- prueba- провер выпу перевед',
  ],
];

const ACTION_WORDS: { start: string; isWhole: boolean; word: ActionWord }[] = STARTS.flatMap(([name, starts]) =>
  starts.split(' ').map((start) => ({
    start: start.replace(/-$/, ''),
    isWhole: start.endsWith('-'),
    word: { action: name.replace('-', '') as Action, isNo: name.startsWith('-') },
  })),
);

/** Nouns that only begin like a verb: migration, reducer, replacement. */
const NOUN = /(?:[ts]ion|ment|er|or|ance)s?$/;

export function actionOf(word: string): ActionWord | null {
  const isNoun = NOUN.test(word);
  const found = ACTION_WORDS.find(({ start, isWhole }) =>
    isWhole ? word === start : !isNoun && word.startsWith(start),
  );
  return found?.word ?? null;
}

/** Support that is added is support. */
export const isSupport = (word: string): boolean => /^(?:support|unterstütz|soport|suport|поддерж)/u.test(word);

const list = (words: string) => new Set(words.split(/\s+/));

export const NO = list(
  "not no never none without cannot can't don't doesn't isn't aren't won't wasn't weren't nicht kein keine keinen keiner nie niemals ohne sin nunca jamás ni pas jamais sans não sem не нет без никогда",
);
export const ON = list('on an activo activa ein');
export const OFF = list('off aus apagado inactivo');

/** What links a subject to what is said of it. */
export const LINK = list(
  'is are was were be been = == equals ist sind war waren beträgt es son era est sont são é составляет равен равна',
);

/** Something is different from before. */
export const NOW = list(
  'now instead anymore longer jetzt nun mehr ahora ya maintenant désormais agora já теперь больше',
);

/** What does not change the meaning of a claim. */
export const GRAMMAR = list(
  `currently also just new still already there via per because why how
  der die das den dem des ein eine einen einem einer eines und oder mit von vom zu zum zur im in am auf für bei beim aus als wird werden wurde wurden hat haben sich auch
  el la los las un una unos unas y o de del al a en con por para se que ha han su sus lo
  le les du des et ou au aux dans avec pour sur par une qui os as um uma e do da dos das no na nos nas com ao
  и в во на с со у о об при для из от до к по за что как это был была было были`,
);

/** Frequent words of other languages in Latin letters that are no English words. */
export const FOREIGN = list(
  'der das dem und mit von zum zur im ist nicht wird el la los las del al una en con por para se es le les du et dans avec pour sur os uma da dos ao',
);

/** Words of the English stop list that tell things apart. */
export const TELLING = list('before after above below under over only up down out');
export const MODAL = new Map(
  Object.entries({ can: 'can', may: 'can', could: 'can', must: 'must', should: 'must', shall: 'must' }),
);

/** The number after one of these names an item of a series. */
export const SERIES = list(
  `bug issue ticket pr mr task step phase part chapter item case test milestone sprint day week round iteration option variant
  plan question point example figure row line section evaluator commit build release stage
  fehler schritt teil aufgabe punkt woche tag runde variante fall paso fase tarea error incidencia parte semana caso
  étape tâche passo tarefa ошибка ошибки ошибку шаг этап задача задачу задачи часть пункт вариант`,
);
export const ORDINALS = list(
  `first second third fourth fifth sixth last next previous 1st 2nd 3rd 4th 5th erste ersten erster zweite zweiten zweiter dritte dritten
  primer primera segundo segunda tercera tercero première deuxième troisième primeira первый первая второй вторая третий третья`,
);

/** A thing has only one of these. */
export const HAS_ONE = list(
  `default limit size name version port timeout level branch path folder directory manager format formatter color language type mode
  theme interval host url ttl maximum minimum max min flag setting strategy provider engine library framework tool runner encoding
  region owner count number length capacity threshold rate quota budget license lizenz größe grenze standard limite tamaño versión
  размер лимит порт таймаут версия`,
);

/** A thing is kept in one place and made in one way. */
export const IN_ONE_WAY =
  /^(?:stor|sav|kept|keep|host|hash|encrypt|locat|liv|bundl|format|compil|serv|render|gespeichert|guard|хран)/u;

/** What stands before a value. */
export const BEFORE_VALUE = list('to with in by as at = is are using mit als auf in bei con en por a à avec на в с');

/** Who does what to whom, or what comes from where: the order of the words matters. */
export const DIRECTED = list(
  'from to into over depends calls imports extends replaces sends blocks overrides precedes before after von nach vor de hacia из → ->',
);

/** Words that stand in any title. They prove little. */
export const GENERIC = list(
  `test file code function class page error bug issue doc docs readme todo todos lint project module version build type method
  session script flow setup work thing item tests errors files`,
);

/** Chinese and Japanese. */
export const UNSPACED_ACTIONS: [RegExp, ActionWord][] = [
  [/修复|修正|解决|解決|直し/u, { action: 'fix', isNo: false }],
  [/添加|新增|增加|追加|实现|実装|引入|導入|支持|対応|サポート/u, { action: 'exist', isNo: false }],
  [/删除|移除|去除|去掉|撤销|削除|除去|撤去/u, { action: 'exist', isNo: true }],
  [/启用|开启|打开|有効化?|オンに/u, { action: 'on', isNo: false }],
  [/禁用|停用|关闭|無効化?|オフに/u, { action: 'on', isNo: true }],
  [/设置为|设为|调整为|設定/u, { action: 'set', isNo: false }],
  [/使用|采用|採用/u, { action: 'use', isNo: false }],
  [/切换|迁移|替换|移行|切り替え|置き換え|変更/u, { action: 'switch', isNo: false }],
  [/升级|发布|审查|检查|リリース|レビュー|確認/u, { action: 'activity', isNo: false }],
];
export const UNSPACED_NO = { zh: /不再|不(?!同|足|良|仅|但|断)|没有|未|无法|無法/gu, ja: /ない|ません|なく|できず/gu };
export const UNSPACED_NOW = /现在|改为|改成|如今|になっ|今は|現在/u;
export const UNSPACED_SERIES =
  /(?:步骤|阶段|第|问题|任务|错误|缺陷|选项|ステップ|フェーズ|課題|バグ|手順|チケット)\s*$/u;
export const UNSPACED_GRAMMAR = {
  zh: /现在|如今|改为|改成|已经|[的了在是为時时会把被将也都就和与到已中上对]/gu,
  ja: /現在|[\p{sc=Hiragana}]+/gu,
};
