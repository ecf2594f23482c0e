// Sentences about work in ten languages: what they say, and which of them can stand alone.
import { describe, expect, it } from 'vitest';
import {
  clausesIn,
  isWithinClause,
  questionIn,
  type Speech,
  shortenedIn,
  speechOf,
  speechOfPrompt,
  standsIn,
  statementIn,
  tightenedIn,
} from './index.ts';

interface Case {
  language: string;
  /** Enough to recognize it. */
  text: string;
  deeds: [said: string, told: string][];
  intended: [said: string, deed: string];
  looked: string;
  asked: string;
  pointing: string[];
  requested: [said: string, told: string];
}

const CASES: Case[] = [
  {
    language: 'Chinese',
    text: '订单导出现在按月分页，导出接口不再超时。',
    deeds: [
      ['好的，我已经为导出接口添加了分页。', '为导出接口添加了分页'],
      ['我修复了 `parseRow` 的空行错误', '修复了 parseRow 的空行错误'],
      ['因为订单太多，导出接口改为分页', '导出接口改为分页'],
      ['订单导出支持延时和定时', '订单导出支持延时和定时'],
    ],
    intended: ['让我们修改导出接口的分页', '修改导出接口的分页'],
    looked: '让我先看看导出接口',
    asked: '为什么导出会超时？',
    pointing: [
      '有两个测试失败',
      '导出接口改完了，等官方 review',
      '订单导出的状态 MERGEABLE',
      '这个文件没有被使用',
      '请刷新页面查看效果',
      '所有测试都通过了',
      '保存订单导出之后',
    ],
    requested: ['请帮我修复订单导出的超时', '修复订单导出的超时'],
  },
  {
    language: 'Japanese',
    text: '注文の書き出しを月ごとに分割したので、タイムアウトしなくなりました。',
    deeds: [
      ['完了しました。書き出しを月ごとに分割しました。', '書き出しを月ごとに分割'],
      ['`parseRow` の空行の扱いを修正しました', 'parseRow の空行の扱いを修正'],
    ],
    intended: ['次に、書き出しの分割を追加します。', '書き出しの分割を追加'],
    looked: 'まず書き出しの処理を確認します',
    asked: 'なぜ書き出しが止まるのですか？',
    pointing: ['書き出し: 同様に分割', 'これは使われていない', 'ブラウザで開いてください', 'テストはすべて成功'],
    requested: ['注文の書き出しを修正してください', '注文の書き出しを修正'],
  },
  {
    language: 'Korean',
    text: '주문 내보내기를 월별로 나누어 더 이상 시간이 초과되지 않습니다.',
    deeds: [['완료했습니다. 내보내기에 페이지 나누기를 추가했습니다.', '내보내기에 페이지 나누기를 추가']],
    intended: ['내보내기에 페이지 나누기를 추가하겠습니다', '내보내기에 페이지 나누기를 추가'],
    looked: '먼저 내보내기 코드를 확인하겠습니다',
    asked: '왜 내보내기가 멈추나요?',
    pointing: [
      '내보내기를 월별로 나누어서',
      '내보내기는 성공했는데 안 된다네',
      '월별로 나누어져 있어서 그렇습니다',
      '내보내기를 추가하려고',
      '이것은 사용되지 않음',
      '브라우저를 새로고침하세요',
    ],
    requested: ['주문 내보내기 오류 수정해 주세요', '주문 내보내기 오류 수정'],
  },
  {
    language: 'Russian',
    text: 'Экспорт заказов теперь разбит по месяцам и больше не обрывается.',
    deeds: [
      ['Готово — экспорт заказов разбит по месяцам.', 'экспорт заказов разбит по месяцам'],
      ['Теперь добавлю постраничный экспорт заказов', 'добавить постраничный экспорт заказов'],
      ['Уберём лишний запрос из экспорта', 'Убрать лишний запрос из экспорта'],
      ['Проблема в том, что экспорт заказов обрывается', 'экспорт заказов обрывается'],
      ['Я добавил постраничный экспорт заказов', 'добавил постраничный экспорт заказов'],
    ],
    intended: ['Теперь нужно разбить экспорт заказов по месяцам', 'разбить экспорт заказов по месяцам'],
    looked: 'Сначала посмотрю на экспорт заказов',
    asked: 'Почему обрывается экспорт заказов?',
    pointing: [
      'Убедимся, что экспорт разбит по месяцам',
      'Проверим экспорт заказов',
      'Подожди, экспорт заказов обрывается',
      'Экспорт обрывается — если заказов нет',
      'Это больше не используется',
      'Откройте страницу заново',
      'Все тесты прошли',
    ],
    requested: ['Исправь, пожалуйста, экспорт заказов', 'исправить экспорт заказов'],
  },
  {
    language: 'German',
    text: 'Der Export der Bestellungen ist jetzt nach Monaten aufgeteilt und bricht nicht mehr ab.',
    deeds: [
      ['Fertig! Ich habe den Export nach Monaten aufgeteilt.', 'den Export nach Monaten aufgeteilt'],
      ['Das Problem ist, dass der Export abbricht', 'der Export abbricht'],
    ],
    intended: ['Ich werde den Export nach Monaten aufteilen', 'den Export nach Monaten aufteilen'],
    looked: 'Lass mich den Export prüfen',
    asked: 'Warum bricht der Export ab?',
    pointing: [
      'Der prüft den Export',
      'Das ist nicht mehr in Gebrauch',
      'Starte den Server neu',
      'Alle Tests sind grün',
      'Der Export liest die',
    ],
    requested: ['Kannst du bitte den Export nach Monaten aufteilen', 'den Export nach Monaten aufteilen'],
  },
  {
    language: 'Spanish',
    text: 'La exportación de los pedidos ahora se divide por meses y no se corta.',
    deeds: [
      [
        '¡Listo! He dividido la exportación de los pedidos por meses.',
        'dividir la exportación de los pedidos por meses',
      ],
      ['Ahora agrego un límite a la exportación', 'agregar un límite a la exportación'],
      ['Corregiré el corte de la exportación', 'Corregir el corte de la exportación'],
      ['El problema es que la exportación se corta', 'la exportación se corta'],
      ['Implementación completada: exportación por meses', 'exportación por meses'],
    ],
    intended: ['Ahora voy a dividir la exportación por meses', 'dividir la exportación por meses'],
    looked: 'Voy a revisar la exportación',
    asked: '¿Por qué se corta la exportación?',
    pointing: [
      'Estos pedidos ya no se usan',
      'La exportación se corta allí',
      'Esto ya no se usa',
      'Recarga la página del pedido',
      'Todos los tests pasan',
    ],
    requested: ['Por favor divide la exportación por meses', 'divide la exportación por meses'],
  },
  {
    language: 'Portuguese',
    text: 'A exportação dos pedidos agora é dividida por mês e não é mais interrompida.',
    deeds: [
      ['Pronto! Dividi a exportação dos pedidos por mês.', 'Dividir a exportação dos pedidos por mês'],
      ['Removo o limite da exportação', 'Remover o limite da exportação'],
      ['O problema é que a exportação é interrompida', 'a exportação é interrompida'],
    ],
    intended: ['Agora vou dividir a exportação por mês', 'dividir a exportação por mês'],
    looked: 'Vou verificar a exportação',
    asked: 'Por que a exportação é interrompida?',
    pointing: ['Isso não é mais usado', 'Execute o servidor de novo', 'Todos os testes passaram'],
    requested: ['Por favor corrige a exportação dos pedidos', 'corrigir a exportação dos pedidos'],
  },
  {
    language: 'French',
    text: "L'export des commandes est maintenant découpé par mois et n'est plus interrompu.",
    deeds: [
      ["Terminé ! J'ai découpé l'export des commandes par mois.", "découper l'export des commandes par mois"],
      ["J'ajoute une limite à l'export des commandes", "ajouter une limite à l'export des commandes"],
      ["Le problème est que l'export est interrompu", "l'export est interrompu"],
    ],
    intended: ["Maintenant je vais découper l'export par mois", "découper l'export par mois"],
    looked: "Je vais vérifier l'export",
    asked: "Pourquoi l'export est-il interrompu ?",
    pointing: ["Ceci n'est plus utilisé", 'Relancez le serveur de test', 'Tous les tests passent'],
    requested: ["Peux-tu découper l'export par mois", "découper l'export par mois"],
  },
  {
    language: 'Italian',
    text: "L'esportazione degli ordini ora è divisa per mese e non si interrompe più.",
    deeds: [["Fatto! Ho diviso l'esportazione per mese.", "diviso l'esportazione per mese"]],
    intended: ["Ora devo dividere l'esportazione per mese", "dividere l'esportazione per mese"],
    looked: "Devo controllare l'esportazione",
    asked: "Perché si interrompe l'esportazione?",
    pointing: ['Questo non è più usato', 'Riavvia il server di prova', 'Tutti i test passano'],
    requested: ["Per favore dividi l'esportazione per mese", "dividi l'esportazione per mese"],
  },
  {
    language: 'Polish',
    text: 'Eksport zamówień jest teraz dzielony na miesiące i się nie przerywa.',
    deeds: [['Gotowe. Eksport zamówień podzielony na miesiące', 'Eksport zamówień podzielony na miesiące']],
    intended: ['Teraz trzeba podzielić eksport na miesiące', 'podzielić eksport na miesiące'],
    looked: 'Muszę sprawdzić eksport',
    asked: 'Dlaczego eksport się przerywa?',
    pointing: ['To nie jest używane', 'Uruchom serwer jeszcze raz', 'Wszystkie testy przechodzą'],
    requested: ['Proszę podziel eksport na miesiące', 'podziel eksport na miesiące'],
  },
];

describe.each(CASES)('$language', ({ text, deeds, intended, looked, asked, pointing, requested }) => {
  const speech = speechOf(text) as Speech;

  it('is recognized', () => expect(speech).not.toBeNull());

  it.each(deeds)('tells %s', (said, told) => expect(statementIn(speech, said, { isDone: true })).toBe(told));

  it('what was intended was done if something changed', () => {
    expect(statementIn(speech, intended[0], { isDone: true })).toBe(intended[1]);
    expect(statementIn(speech, intended[0], {})).toBe('');
  });

  it('what was looked at, or asked, was not done', () => {
    const said = statementIn(speech, looked, { isDone: true });
    expect(said === '' || !standsIn(speech, said)).toBe(true);
    expect(statementIn(speech, asked, { isRequest: true })).toBe('');
  });

  it('a request loses its courtesy', () =>
    expect(statementIn(speech, requested[0], { isRequest: true })).toBe(requested[1]));

  it.each(pointing)('does not stand alone: %s', (line) => expect(standsIn(speech, line)).toBe(false));

  it('what it tells stands alone', () => {
    for (const [, told] of deeds) expect(standsIn(speech, told)).toBe(true);
  });
});

it('English is none of them, whatever names it mentions', () => {
  expect(speechOf('The importer now reads 東京 as a city, and the parser skips empty lines')).toBeNull();
  expect(speechOf('Fix the export of the orders')).toBeNull();
});

it('a line in Latin letters says nothing about a language with its own', () => {
  const chinese = speechOf('订单导出现在按月分页') as Speech;
  expect(standsIn(chinese, 'Add paging to the export')).toBe(true);
  expect(statementIn(chinese, 'Let me look', {})).toBe('Let me look');
});

it('long sentences end earlier, and clauses without spaces stand alone', () => {
  const spanish = speechOf('La exportación ahora usa un índice en lugar de recorrer la tabla') as Speech;
  expect(shortenedIn(spanish, 'La exportación ahora usa un índice (ocho) en lugar de recorrer la tabla')).toContain(
    'La exportación ahora usa un índice',
  );
  const chinese = speechOf('订单导出现在按月分页') as Speech;
  expect(clausesIn(chinese, '现在有个问题，查看历史订单时没有反应')).toEqual(['查看历史订单时没有反应']);
});

it('Chinese asks without a mark, and says where before what', () => {
  const chinese = speechOf('订单导出现在按月分页') as Speech;
  expect(statementIn(chinese, '导出接口是不是要分页', { isRequest: true })).toBe('');
  expect(standsIn(chinese, '在导出接口中添加分页', true)).toBe(true);
});

it('what depends on a part that was cut is no statement', () => {
  const portuguese = speechOf('A exportação dos pedidos não é mais interrompida e agora é dividida') as Speech;
  const whole = 'A exportação usa o padrão: ao clicar em exportar, os pedidos são divididos';
  expect(isWithinClause(portuguese, 'A exportação usa o padrão: ao clicar em exportar', whole)).toBe(true);
  expect(isWithinClause(portuguese, 'A exportação usa o padrão', whole)).toBe(false);
  expect(isWithinClause(portuguese, whole, whole)).toBe(false);
});

it('what somebody says he will do was done only if something changed', () => {
  const russian = speechOf('Экспорт заказов теперь разбит по месяцам') as Speech;
  expect(statementIn(russian, 'Добавлю постраничный экспорт', { isDone: true })).toBe('Добавить постраничный экспорт');
  expect(standsIn(russian, statementIn(russian, 'Добавлю постраничный экспорт', {}))).toBe(false);
});

describe('what is too long for a title loses its end', () => {
  it.each([
    [
      'Die Sortierung der Rechnungen liest jetzt Zahlen und prüft die Beträge vor dem Laden der Seite',
      'Die Sortierung der Rechnungen liest Zahlen',
    ],
    [
      'Die Übersetzungen der Rechnungen nach Modulen aufgeteilt und vierzig ungenutzte Schlüssel gelöscht',
      'Die Übersetzungen der Rechnungen nach Modulen aufgeteilt',
    ],
    [
      'El registro de las facturas guarda los cambios de cada pedido y avisa por correo a los clientes',
      'El registro de las facturas guarda los cambios de cada pedido',
    ],
    [
      'Импорт заказов теперь пропускает пустые строки и записывает ошибки в отдельный файл журнала',
      'Импорт заказов пропускает пустые строки и записывает ошибки',
    ],
  ])('%s', (sentence, told) => expect(tightenedIn(speechOf(sentence) as Speech, sentence, LONGEST)[0]).toBe(told));

  it('but never without its verb', () => {
    const said = 'In der Konfiguration der Rechnungen wurde der Zwischenspeicher durch eine eigene Instanz ersetzt';
    expect(tightenedIn(speechOf(said) as Speech, said, LONGEST)).toEqual([]);
  });
});

const LONGEST = 80;

describe('ordinary words are not taken for somebody who speaks', () => {
  it.each([
    'Добавил новую функцию и версию меню',
    'Задачу очистки журнала выполняет планировщик',
    'Naprawiono problem z konfiguracją aplikacji',
    'La prueba del carrito abre dos conexiones',
    'Le test du panier vérifie la page de commande',
    '按钮在小屏幕上会换行',
    '測試環境的資料庫改用 PostgreSQL',
    '列出所有未完成的任务',
  ])('%s', (said) => expect(standsIn(speechOf(`${said} ${said}`) as Speech, said)).toBe(true));

  it.each([
    ['Проверяю экспорт заказов', 'Экспорт обрывается.'],
    ['您可以刪除這個檔案', '匯出已經分頁。'],
    ['Le contenu de ces sites vient d’un flux HTTP', 'Les exports sont lents.'],
    ['JavaScript에서 호출하면 여기서 받음', '내보내기는 빠릅니다.'],
    ['環境変数の表示は非常に実用的', '書き出しは遅いです。'],
    ['Trovato nel file un paio di punti critici', 'La esportazione è lenta, ma non del tutto.'],
    ['El siguiente y último ítem pendiente son los avisos del frontend', 'La exportación no es lenta.'],
    ['Probalo con la exportación y confirmame que arranca', 'La exportación no es lenta.'],
    ['Das Paket enthält ihn zwar noch, aber das nächste nicht', 'Der Export ist nicht schnell.'],
    ['Статика пересобрана, обновлённый файл проверен', 'Экспорт обрывается.'],
    ['Sprawdzam eksport zamówień', 'Eksport nie jest gotowy, bo się zmieni.'],
  ])('but %s does, or points at what stands elsewhere', (said, more) =>
    expect(standsIn(speechOf(`${said}. ${more}`) as Speech, said)).toBe(false),
  );
});

it('a sentence is not cut before what tells which one it is', () => {
  const said =
    'La función ejecutarDecision es hoy en día el único punto del sistema que puede mover una alerta a su estado final';
  expect(tightenedIn(speechOf(said) as Speech, said, 80).join()).not.toMatch(/el único punto del sistema$/);
});

it('a sentence that ends as it was said leaves nothing open, and one that was cut does', () => {
  const german = speechOf('Der Export ist nicht schnell und wird nach Monaten geteilt') as Speech;
  const said = 'Der Export ruft die Rechnungen mit einem Index auf';
  expect(standsIn(german, said, false, true)).toBe(true);
  expect(standsIn(german, said)).toBe(false);
  expect(standsIn(german, 'Der Export gilt für alle Monate — auch')).toBe(false);
  const japanese = speechOf('注文の書き出しを月ごとに分割しました') as Speech;
  expect(standsIn(japanese, '月ごとの書き出しが作成され')).toBe(false);
  const chinese = speechOf('订单导出现在按月分页') as Speech;
  expect(standsIn(chinese, '订单导出：让 PowerShell')).toBe(false);
  expect(standsIn(japanese, '書き出しの変更点のまとめ')).toBe(true);
  expect(standsIn(speechOf('Экспорт заказов теперь разбит') as Speech, 'Причина обрыва — гонка')).toBe(true);
});

it('what is about to be checked is no deed, whatever follows it', () => {
  const japanese = speechOf('注文の書き出しを月ごとに分割しました') as Speech;
  expect(statementIn(japanese, '書き出しのチェックも実行します：', { isDone: true })).toBe('');
  expect(statementIn(japanese, '書き出しの分割を追加します：', { isDone: true })).toBe('書き出しの分割を追加');
});

it('what solves it is what was found', () => {
  const spanish = speechOf('La exportación ahora usa un índice en lugar de recorrer la tabla') as Speech;
  expect(statementIn(spanish, 'La solución es usar un índice en lugar de recorrer la tabla', {})).toBe(
    'usar un índice en lugar de recorrer la tabla',
  );
});

it('a short prompt is in the language of its answer, unless a word of it is English', () => {
  const french = speechOf('La commande est prête, il ne reste pas de panier') as Speech;
  expect(speechOfPrompt('installe prettier dans ma config', french)).toBe(french);
  expect(speechOfPrompt('install prettier for the config', french)).toBeNull();
  expect(speechOfPrompt('install prettier', null)).toBeNull();
  expect(speechOfPrompt('add tests', speechOf('订单导出现在按月分页'))).toBeNull();
});

describe('what somebody asks for is told as a headline', () => {
  it.each([
    ['Installe prettier dans ma commande pour la page', 'installer prettier dans la commande pour la page'],
    [
      'Füge den Export in meiner Konfiguration der Rechnungen hinzu',
      'den Export in der Konfiguration der Rechnungen hinzufügen',
    ],
    ['Найди экспорт заказов в моём проекте', 'найти экспорт заказов в проекте'],
    ['Найди свод правил экспорта', 'найти свод правил экспорта'],
    ['帮我检查我的订单导出', '检查订单导出'],
    ['주문 내보내기를 월별로 설정하고 싶은데', '주문 내보내기를 월별로 설정'],
    ['Wie kann ich den Export der Rechnungen starten?', 'wie man den Export der Rechnungen starten kann'],
    ['Erstelle ein Diagramm für den Export der Rechnungen', 'ein Diagramm für den Export der Rechnungen erstellen'],
    ['Füge dem Export der Rechnungen ein Datum hinzu', 'dem Export der Rechnungen ein Datum hinzufügen'],
    ['¿Cómo puedo instalar la base de datos en el servidor?', 'cómo instalar la base de datos en el servidor'],
    ['Agrega un límite a los reintentos de la exportación', 'agregar un límite a los reintentos de la exportación'],
    ['Como posso instalar o banco de dados no servidor?', 'como instalar o banco de dados no servidor'],
    ['Adicione um limite para as tentativas da exportação', 'adicionar um limite para as tentativas da exportação'],
    ['Comment puis-je installer la base sur le serveur ?', 'comment installer la base sur le serveur'],
    ['Ajoute une limite pour les essais de la commande', 'ajouter une limite pour les essais de la commande'],
    ['Come posso fare per installare il database nel server?', 'come installare il database nel server'],
    ['Aggiungi un limite per i tentativi della richiesta', 'aggiungere un limite per i tentativi della richiesta'],
    ['Jak mogę dodać limit prób dla eksportu?', 'jak dodać limit prób dla eksportu'],
    ['Dodaj limit prób dla eksportu oraz importu', 'dodać limit prób dla eksportu oraz importu'],
    ['Как мне открыть экспорт заказов?', 'как открыть экспорт заказов'],
    ['Ну найди экспорт заказов', 'найти экспорт заказов'],
    ['那为什么导出不是放在队列里的呢？', '为什么导出不是放在队列里'],
  ])('%s', (said, told) => expect(questionIn(speechOf(said) as Speech, said).toLowerCase()).toBe(told.toLowerCase()));
});
