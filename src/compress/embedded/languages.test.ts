// Turns in languages other than English: the title names its subject in the language of the conversation.
import { describe, expect, it } from 'vitest';
import { bash, compress, edit, materialOf, prompt, read, stop, write } from '../../../test/helpers/material.ts';
import { readMessage } from '../../text/message.ts';
import { nextSteps } from './next-steps.ts';
import { weighWords } from './salience.ts';
import { readTurn } from './turn/turn.ts';

interface Case {
  language: string;
  asked: string;
  said: string;
  /** Words that the title must hold, one of each group. */
  names: RegExp[];
  /** Openers and closings that are no title. */
  not: RegExp;
  fact: RegExp;
}

const CASES: Case[] = [
  {
    language: 'Chinese',
    asked: '登录接口偶尔返回 500，帮我查一下原因并修复',
    said: '好的，已经修复了！\n\n原因是 `TokenStore.refresh` 在并发时重复写入同一行，触发了唯一约束。现在 refresh 使用 upsert，登录接口不再返回 500。\n\n运行 `pnpm test auth` 验证，全部通过。',
    names: [/登录|refresh|TokenStore/],
    not: /^好的|^已经修复了$/,
    fact: /upsert/,
  },
  {
    language: 'Japanese',
    asked: 'CSV エクスポートで日付が一日ずれる問題を直してください',
    said: '修正しました。\n\nCSV エクスポートの日付を UTC で書き出していたのが原因です。`formatDate` がユーザーのタイムゾーンを使うように変更しました。設定は `EXPORT_TZ` で上書きできます。',
    names: [/日付|CSV|formatDate/],
    not: /^修正しました/,
    fact: /EXPORT_TZ/,
  },
  {
    language: 'German',
    asked: 'Der Warenkorb zeigt nach dem Abmelden noch die alten Artikel an, bitte beheben',
    said: 'Alles klar, das ist erledigt.\n\nDer Warenkorb wurde beim Abmelden nicht geleert, weil `CartStore` den Benutzer nur beim Anmelden prüft. `CartStore.reset()` wird jetzt beim Abmelden aufgerufen. Die Tests laufen durch.',
    names: [/Warenkorb|CartStore/, /Abmelden|reset|geleert/],
    not: /^Alles klar|erledigt$/,
    fact: /CartStore/,
  },
  {
    language: 'Spanish',
    asked: 'La búsqueda de clientes tarda demasiado cuando hay acentos, ¿puedes mejorarla?',
    said: '¡Listo!\n\nLa búsqueda de clientes ahora usa un índice sin acentos (`customers_unaccent_idx`) en lugar de recorrer toda la tabla. La consulta baja de 4 s a 12 ms.',
    names: [/búsqueda|customers_unaccent_idx/, /clientes|índice|acentos/],
    not: /^¡?Listo/,
    fact: /12 ms/,
  },
  {
    language: 'Russian',
    asked: 'Отчёт по продажам падает, если в месяце нет заказов. Исправь, пожалуйста',
    said: 'Готово, всё исправлено.\n\nОтчёт по продажам делил на ноль в `averageOrder`, когда заказов нет. Теперь `averageOrder` возвращает null, и отчёт показывает прочерк.',
    names: [/[Оо]тчёт|averageOrder/, /продаж|заказ|null|averageOrder/],
    not: /^Готово/,
    fact: /averageOrder/,
  },
];

describe.each(CASES)('$language', ({ asked, said, names, not, fact }) => {
  const made = compress([
    prompt(asked),
    read('/w/src/a.ts'),
    edit('/w/src/a.ts', 'export function old() {}', 'export function next() {}'),
    bash('pnpm test', '12 passed'),
    stop(said),
  ]);
  const [observation] = made.observations;

  it('names its subject', () => {
    for (const words of names) expect(observation?.title).toMatch(words);
    expect(observation?.title).not.toMatch(not);
    expect(observation?.title?.length).toBeLessThanOrEqual(80);
  });

  it('keeps what is looked up later', () => {
    expect([observation?.narrative, ...(observation?.facts ?? [])].join('\n')).toMatch(fact);
  });

  it('titles the turn the same way in its summary', () => expect(made.summary?.title).toBe(observation?.title));
});

it('ends sentences where the script ends them', () => {
  const { passages } = readMessage('原因是并发写入。现在使用 upsert！要不要加测试？好的');
  expect(passages.map(({ text }) => text)).toEqual(['原因是并发写入。', '现在使用 upsert！', '要不要加测试？', '好的']);
});

it.each([
  ['Chinese', '修复完成。\n\n下一步：\n- 给支付接口加限流\n- 补充文档', ['给支付接口加限流', '补充文档']],
  ['German', '## Nächste Schritte\n- Den Export auf Streams umstellen', ['Den Export auf Streams umstellen']],
  ['Spanish', 'Próximos pasos:\n- Migrar la tabla de pedidos', ['Migrar la tabla de pedidos']],
  ['Russian', 'Осталось сделать:\n- Перенести настройки', ['Перенести настройки']],
  ['Japanese', '次のステップ：\n- 決済のテストを追加する', ['決済のテストを追加する']],
  ['English', 'Done.\n\nNext: add a currency test.', ['add a currency test.']],
  ['English, an offer', 'Fixed. Want me to add a test for it?', []],
  ['English, advice', 'You can now remove the workaround.', []],
  ['English, a report', '**.buffer** — Changed the buffer to a part. Still needs a cast.', []],
  ['English, still open', 'The cart still needs to be migrated.', ['The cart still needs to be migrated.']],
  ['English, a menu', 'Would you like me to:\n- refactor it\n- leave it', []],
])('next steps: %s', (_, message, steps) => expect(nextSteps(readMessage(message))).toEqual(steps));

it('a turn in Chinese that only answers a question is a discovery', () => {
  const { observations } = compress([
    prompt('为什么定时任务会执行两次？'),
    read('/w/src/cron.ts'),
    stop(
      '定时任务执行两次是因为 `cron.ts` 在主进程和 worker 里都调用了 `startScheduler`。部署时 PM2 以 cluster 模式启动了两个实例，每个实例都会注册一遍任务。把 `startScheduler` 移到单独的进程，或者用数据库锁保证只有一个实例执行即可。',
    ),
  ]);
  expect(observations[0]).toMatchObject({ type: 'discovery' });
  expect(observations[0]?.title).toMatch(/定时任务|startScheduler/);
});

it.each([
  ['导出订单的时候页面总是卡住，用户非常不满。给导出接口添加分页', '给导出接口添加分页'],
  [
    '注文の一覧は以前からずっと遅いまま残っている状態。注文の一覧にページ送りを追加して',
    '注文の一覧にページ送りを追加',
  ],
])('of what was asked, the deed is what was done: %s', (asked, deed) => {
  const { observations } = compress([prompt(asked), edit('/w/src/orders.ts', 'list()', 'list(page)'), stop('👍')]);
  expect(observations[0]?.title).toContain(deed);
});

it('a new file is a feature in any language', () => {
  const { observations } = compress([
    prompt('Bitte eine Funktion hinzufügen, die IBANs prüft'),
    write('/w/src/iban.ts', 'export function isIban(text: string) {\n  return true;\n}\n'),
    stop('Fertig. `isIban` prüft Länge, Land und Prüfziffer einer IBAN.'),
  ]);
  expect(observations[0]).toMatchObject({ type: 'feature' });
  expect(observations[0]?.title).toMatch(/IBAN/i);
});

it.each([
  ['Quiero que el exportador no bloquee la cola mientras escribe los archivos de la factura', ['exportador', 'cola']],
  [
    'Warum bleibt die Warteschlange stehen, wenn der Export die Rechnungen schreibt und die Sperre hat?',
    ['warteschlange'],
  ],
  ['Почему очередь стоит, пока экспорт пишет счета, и как это исправить без новой блокировки?', ['очередь']],
  ['为什么我们的导出任务的队列会被锁住？', ['导出', '队列']],
])('words of grammar name nothing: %s', (asked, names) => {
  const turn = readTurn(materialOf([prompt(asked), read('/w/src/export.ts'), stop('👍')]));
  const words = [...weighWords(turn).values()].map(({ text }) => text.toLowerCase());
  expect(words).toEqual(expect.arrayContaining(names));
  const grammar = [
    'que',
    'el',
    'no',
    'los',
    'de',
    'la',
    'die',
    'wenn',
    'der',
    'und',
    'и',
    'как',
    'это',
    'без',
    '我们',
    '们的',
    '的导',
    '的队',
  ];
  expect(words.filter((word) => grammar.includes(word))).toEqual([]);
});
