// Which type of observation a turn is, by a fitted function of what was asked, done and said.

import type { ObservationType } from '../../../domain/memory-types.ts';
import { isDecision } from '../../../text/sentences.ts';
import { VERB } from '../verbs.ts';
import { TYPE_WEIGHTS } from '../weights.ts';
import type { FileChange } from './evidence.ts';
import { isTest } from './phrases.ts';
import type { Request } from './request.ts';
import type { Turn } from './turn.ts';

/** Something was wrong, in whatever words. */
const FAULT = { test: (text: string) => BUG.test(text) || SAID_BUG.test(text) };
const SAID_BUG =
  /\b(?:fixe[sd](?! (?:rate|size|width|height|length|point|number|amount|set|position|interval|order|value))|the (?:bug|fix|problem|issue|root cause)|caused by|no longer|regression)\b|исправ|修复|修復|修正|不具合|原因は|根因|原因|수정했|behoben|gefixt|ursache|corregi|arregl|solucion|causa|corrigi|résol|corrig[ée]|corretto|risolto|naprawi|причин/i;
/** Words that tell what kind of work it is, in the languages that people ask in most. Stems, matched at their start. */
const BUG =
  /\b(?:fix(?!ed (?:rate|size|width|height|length|point|number|amount|set|position|interval|order|value))|bug|broken|fail|crash|error|wrong|regress|incorrect|issue|leak|race|not work|doesn't work|won't|can't|missing|repair|resolve|correct|weird|still)|исправ|ошибк|слома|падает|баг|修复|修正|错误|报错|失败|不具合|バグ|エラー|直し|動かない|behebe|fehler|kaputt|arregl|corrig|fallo|error|falla|bogue|erreur|casse|erro\b|quebr|闪退|崩溃|不对|卡顿|落ち|おかしい|二重|зависа|перезагруж|не работает|plantage|plante\b|fuite|vazamento|intermitente|verschwind|stürzt|tarda\b|falha|修復|錯誤|失敗|异常|異常|不能|无法|無法|안 ?돼|오류|에러|버그|고쳐|errore|corregg|sistema(?:re|to)|non funziona|rotto|no funciona|no puedo|não funciona|conserta|napraw|błąd|błęd|nie działa|lỗi|sửa/i;
const NEW =
  /\b(?:add|implement|creat|support|introduc|new |allow|enable|build|generate|make (?:an?|me|one)\b|write (?:an?|me)\b)|добав|реализ|созда|поддерж|添加|附加|新增|增加|实现|支持|追加|実装|作成|対応|できるように|したい|hinzu|füge|implementier|erstell|añad|anad[ei]|agreg|implement|crea|ajout|adicion|cri[ae]|加个|加一|加上|入れ|導入|постав|сделай|einbau|mets un|pon(?:er)? un|limitar|加上|新建|创建|創建|表示させ|作って|추가|만들|구현|aggiung|crea\b|creare|adicione|dodaj|stwórz|thêm|tạo/i;
const SHAPE =
  /\b(?:refactor|renam|simplif|extract|move |clean|dedup|duplicat|consolidat|reorgani|inline|restructur|split|unify|convert|remove|drop|share|reuse)|рефактор|переимен|упрост|вынес|перенес|重构|重命名|提取|简化|リファクタ|整理|umbenenn|vereinfach|verschieb|auslager|refactori|renombr|simplific|extra[ei]|renomm|改走|改用|改成|置き換え|вынеси|перевед|umstell|umgestellt|convert|passer (?:à|en)|migr[ae]|转成|转换|轉換|合并|合併|统一|統一|去掉|移除|убери|убрать|quita|elimin[ae]|suprim|limpi[aáe]|reemplaz|sustitu|substitu|enlev|supprim|rimuov|unific|entfern|消して|削除|제거|정리|usuń/i;
const DOCS =
  /\b(?:readme|docs?|document|comment|changelog|typo|wording|todo|notes?|config|version|bump|chore|ci|workflow|lint|format|rebase|merge|push|commit)|документ|文档|注释|ドキュメント|dokument|documenta|测试|テスト|тест|откат|更新日志|版本|发布|文案|文字|颜色|样式|配置|設定|文言|リリース|설정|문서|impostazion|versione|texto|tekst|текст|кнопк/i;
/** The types among which the words decide if code was changed. */
export const CODE_TYPES = ['bugfix', 'feature', 'refactor', 'change'] as const;

export const TYPE_FEATURES = [
  'bias',
  'new code files',
  'new names, log',
  'names gone, log',
  'grows',
  'shrinks',
  'small',
  'asked: bug',
  'asked: new',
  'asked: shape',
  'asked: docs and chores',
  'opens with: bug',
  'opens with: new',
  'opens with: shape',
  'title: bug',
  'title: new',
  'title: shape',
  'title: docs and chores',
  'said: bug',
  'said: shape',
  'a failure was fixed',
  'docs as well',
  'states how things are',
  'states what should not be',
  'heading: fix',
] as const;

const DOC_FILE = /\.(?:md|mdx|txt|rst|adoc|tex|org|typ|docx?|odt)$/i;
const SETTINGS_FILE =
  /\.(?:ya?ml|toml|json|jsonc|lock|ini|cfg|conf|env|properties|editorconfig|gitignore)$|(?:^|[\\/])(?:Dockerfile|Makefile|LICENSE|justfile|\.[\w-]+)$/i;
const PLAN_FILE = /[\\/]\.claude[\\/]plans[\\/]|(?:^|[\\/])plans?[\\/]|plan\.md$/i;
const SCRATCH = /[\\/](?:te?mp|scratchpad)[\\/]/i;

export function typeFeatures(turn: Turn, title: string): number[] {
  const { evidence, request, last } = turn;
  const { changes, fixed } = evidence;
  const flag = (is: boolean) => (is ? 1 : 0);
  const code = changes.filter(({ name }) => isCode(name));
  const added = code.reduce((sum, change) => sum + change.added, 0);
  const removed = code.reduce((sum, change) => sum + change.removed, 0);
  const asked = [...request.headings.slice(0, 1), request.text, ...request.chosen, ...request.offered]
    .join('\n')
    .slice(0, 700);
  const opening = (request.headings[0] ?? request.chosen[0] ?? request.sentences[0] ?? '').slice(0, 90);
  const said = last.passages
    .slice(0, 5)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, 700);
  return [
    1,
    flag(code.some(({ isNew }) => isNew)),
    Math.log1p(code.reduce((sum, { symbols }) => sum + symbols.length, 0)),
    Math.log1p(code.reduce((sum, { removedSymbols }) => sum + removedSymbols.length, 0)),
    flag(added > 2 * removed && added > 8),
    flag(removed > added),
    flag(added + removed < 12),
    flag(BUG.test(asked)),
    flag(NEW.test(asked)),
    flag(SHAPE.test(asked)),
    flag(DOCS.test(asked)),
    flag(BUG.test(opening)),
    flag(NEW.test(opening)),
    flag(SHAPE.test(opening)),
    flag(BUG.test(title)),
    flag(NEW.test(title)),
    flag(SHAPE.test(title)),
    flag(DOCS.test(title)),
    flag(SAID_BUG.test(said)),
    flag(SHAPE.test(said)),
    flag(fixed.some((one) => one.brokenBefore)),
    flag(changes.some(({ name }) => DOC_FILE.test(name))),
    flag(isStatement(request)),
    flag(isStatement(request) && UNWANTED.test(asked)),
    flag(/^(?:plan: )?fix\b/i.test(request.headings[0] ?? '')),
  ];
}

/** A request that describes instead of telling what to do is, as a rule, a complaint or a finding of a review. */
function isStatement({ sentences, headings, text }: Request): boolean {
  const [first = ''] = sentences;
  if (text.length <= 60 || headings.length > 0 || VERB.test(first)) return false;
  return !/[?？]|^(?:can|could|would|please|let'?s|we|i|you|ok|yes|now)\b|\b(?:should|must|needs? to|has to|have to)\b/i.test(
    first,
  );
}

const UNWANTED =
  /\b(?:but|however|without|instead of|never|still|even though|could|may|not|can (?:hang|cause|lead|fail|break))\b/i;

/** By its name within the project: a project may itself be in a folder called `tmp` or `tests`. */
const isCode = (name: string) =>
  !isTest(name) && !DOC_FILE.test(name) && !SETTINGS_FILE.test(name) && !SCRATCH.test(name);

/** What the evidence alone settles; null if the words must decide. */
export function provenType(turn: Turn): ObservationType | null {
  const { evidence, material, request, tools } = turn;
  const named = namedByCommits(turn);
  if (named) return named;
  const kept = evidence.changes.filter(({ name }) => !SCRATCH.test(name));
  if (kept.some(({ name }) => isCode(name))) return null;
  const plans = kept.length > 0 && kept.every(({ name }) => PLAN_FILE.test(name));
  if (kept.length > 0 && !plans) {
    const [lead = ''] = turn.last.passages.map(({ text }) => text);
    const isBroken = BROKEN.test(request.text) || (BUG.test(request.text.slice(0, 700)) && SAID_BUG.test(lead));
    if (isBroken && kept.some(({ name }) => SETTINGS_FILE.test(name))) return 'bugfix';
    if (!isNoteInPassing(turn, kept)) return 'change';
  }
  // A subagent's edits may not be known: then the request tells what came of it.
  const delegated = tools.some(({ name }) => /^(?:Task|Agent)$/.test(name)) && WORK.test(request.text);
  if (delegated && kept.length === 0) return FAULT.test(request.text) || SHAPE.test(request.text) ? null : 'feature';
  if (isGitWork(turn)) return 'change';
  const isChoice = material.notes.some(({ kind }) => kind === 'choice');
  const isDecided = plans && turn.last.passages.some(({ text }) => isDecision(text));
  return isChoice || isDecided || isAgreement(turn) ? 'decision' : 'discovery';
}

/** A few lines of documentation beside a long answer: the answer is what counts. */
function isNoteInPassing({ messages }: Turn, kept: FileChange[]): boolean {
  const lines = kept.reduce((sum, { added, removed }) => sum + added + removed, 0);
  return kept.every(({ name }) => DOC_FILE.test(name)) && lines <= 4 && (messages.at(-1)?.length ?? 0) >= 500;
}

/** The user says how it should be, and the agent agrees; or the agent was asked to choose, and does. */
function isAgreement({ request, last, evidence }: Turn): boolean {
  if (evidence.changes.length > 0) return false;
  const [first = ''] = last.passages.map(({ text }) => text);
  const opening = last.passages.slice(0, 3).map(({ text }) => text);
  if (CHOICE.test(request.text)) return opening.some((text) => ADVISES.test(text));
  return !/[?？]/.test(request.text) && HOW_IT_SHOULD_BE.test(request.text) && AGREES.test(first);
}

const CHOICE =
  /\bshould\b.{1,80}\bor\b|\bwhat should (?:we|i)\b|\bwhich (?:one|of them) should\b|还是|それとも|\b(?:oder|ou|o)\b[^.!]{2,60}\?|\sили\s[^.!]{2,60}\?/iu;
const ADVISES =
  /\bI(?:'d| would) (?:stick|go|keep|use|recommend|suggest|choose|pick)|\brecommend|建议|推荐|お勧め|おすすめ|empfehle|ich würde|recomiendo|yo usaría|рекоменд|берём|лучше|mon avis|je recommande|recomendo|eu usaria/i;
const HOW_IT_SHOULD_BE =
  /\b(?:we|you|it|they|i)(?:'d| would)? (?:should|need to|must|have to|want|prefer|do)\b|\blet'?s\b|\bthe right thing\b|\bshould (?:be|not)\b|应该|必须|べき|sollten?\b|müssen|debería|debemos|должн|надо|powinn?\p{L}+|musi(?!\p{L})|ma być|doit|devrait|il faut|(?<!\p{L})dev(?:e|em|ono)(?!\p{L})|dovrebbe|해야|nên/iu;
const AGREES =
  /^(?:good (?:idea|point|call)|got it|right\b|agreed|you(?:'re| are) right|that'?s (?:the )?right|makes sense|great idea|exactly|understood|好的|明白|同意|了解|承知|verstanden|stimmt|de acuerdo|entendido|согласен|понял|принято|dobra|jasne|zgoda|zapamięta|rozumiem|d'accord|c'est noté|exact|compris|perfetto|capito|certo|perfeito|combinado|claro|네|알겠|맞)/i;

/** By the prefixes of its commits; of several, the one that does most for a user names the turn. */
function namedByCommits({ ownCommits }: Turn): ObservationType | null {
  const named = ownCommits.filter(({ amended }) => !amended).map(({ subject }) => CONVENTIONAL[prefixOf(subject)]);
  if (named.includes(undefined)) return null;
  return (['feature', 'bugfix', 'refactor', 'change'] as const).find((type) => named.includes(type)) ?? null;
}

/** Committing, pushing, commenting: something was done, but not to the code. */
function isGitWork({ evidence, messages, last, reviewed }: Turn): boolean {
  const git = evidence.runs.some(({ kind, command }) => kind === 'git' && GIT_WORK.test(command));
  const told = messages.at(-1)?.length ?? 0;
  return git && told < 600 && (reviewed === null || last.passages.length < 4);
}

const BROKEN = /\b(?:fail|failing|failed|broken|errors?|red)\b|ошибк|падает|失败|报错|失敗|fehl|falla/i;
const WORK = /\b(?:implement|build|add|fix|create|write)\b/i;
const prefixOf = (subject: string) => /^(\w+)(?:\([^)]*\))?!?:/.exec(subject)?.[1]?.toLowerCase() ?? '';
const GIT_WORK =
  /\b(?:commit|push|rebase|merge|cherry-pick|tag|reset|revert|checkout -b|switch -c|(?:pr|issue) (?:create|merge|comment|review|edit|close)|worktree)\b|\bgh api\b.*(?:comments|replies|POST|PATCH)/;

const CONVENTIONAL: Record<string, ObservationType | undefined> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'bugfix',
  bugfix: 'bugfix',
  hotfix: 'bugfix',
  refactor: 'refactor',
  docs: 'change',
  doc: 'change',
  chore: 'change',
  test: 'change',
  tests: 'change',
  ci: 'change',
  build: 'change',
  style: 'change',
  perf: 'change',
};

/** The type of a turn: what the evidence settles, otherwise what the words make most likely. */
export function typeOf(turn: Turn, title: string): ObservationType {
  const proven = provenType(turn);
  if (proven) return proven;
  const features = typeFeatures(turn, title);
  const scores = CODE_TYPES.map((type) => {
    const weights = TYPE_WEIGHTS[type] ?? [];
    return features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
  });
  return CODE_TYPES[scores.indexOf(Math.max(...scores))] as ObservationType;
}
