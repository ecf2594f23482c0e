// Polish.
import { before, NEVER, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

/** What is asked for, and how a title tells it. */
const ORDERED = [
  ['dodaj', 'dodać'],
  ['usuń', 'usunąć'],
  ['zmień', 'zmienić'],
  ['popraw', 'poprawić'],
  ['napraw', 'naprawić'],
  ['zrób', 'zrobić'],
  ['utwórz', 'utworzyć'],
  ['stwórz', 'stworzyć'],
  ['zaktualizuj', 'zaktualizować'],
  ['zaimplementuj', 'zaimplementować'],
  ['przenieś', 'przenieść'],
  ['sprawdź', 'sprawdzić'],
  ['wygeneruj', 'wygenerować'],
  ['przeanalizuj', 'przeanalizować'],
  ['napisz', 'napisać'],
] as const;

export const polish = defineSpeech(() => ({
  opener:
    /^(?:(?:gotowe|zrobione|świetnie|super|dobrze|tak|nie|jasne|ok(?:ay)?|rozumiem|dokładnie|naprawione|poprawione|podsumowanie|podsumowując|problem|przyczyna|rozwiązanie|wynik|uwaga)\s*(?:[,.!:]|\s[—–-])+|(?:teraz|także|również|następnie|potem|najpierw|więc|ale|i|a)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words('proszę|czy możesz|możesz|mógłbyś|chcę,? żebyś|pomóż mi|dzięki|dziękuję'),
  asked: [
    [/^jak (?:mogę|można|powinienem) /iu, 'jak '],
    ...ORDERED.map(([order, deed]) => [new RegExp(`^${order}(?:cie)?(?= )`, 'iu'), deed] as const),
  ],
  did: [],
  will: [
    // Who did it goes without saying: "Dodałem X" -> "Dodano X".
    [/^(\p{L}+)ał[ae]m(?= )/iu, '$1ano'],
    [/^(\p{L}+l)ił[ae]m(?= )/iu, '$1ono'],
    [/^(\p{L}+)ił[ae]m(?= )/iu, '$1iono'],
    [/^(\p{L}+)ył[ae]m(?= )/iu, '$1ono'],
    [/^(\p{L}+)[ąę]ł[ae]m(?= )/iu, '$1ięto'],
    [/^(prze|wy|za|od)ni[oe]sł[ae]m(?= )/iu, '$1niesiono'],
  ],
  intends: opening(
    '(?:(?:teraz|najpierw|następnie|dobrze|ok)[,.:!]? )*(?:muszę|musimy|trzeba|należy|mogę|możemy|chcę|warto|pozwól mi|zamierzam)',
  ),
  looks: opening(
    '(?:najpierw |teraz |jeszcze )*(?:sprawdzić|przeczytać|przejrzeć|zobaczyć|uruchomić|znaleźć|zrozumieć|przeanalizować|zbadać)',
  ),
  addressed: words(
    'ty|tobie|ciebie|twój|twoja|twoje|mnie|mój|moja|moje|nas|nasz|nasza|ja|proszę|chcesz|możesz|sprawdź|uruchom|odśwież|\\p{L}{2,}(?:uję|aję|iam|wam|dzam|ytam|ukam)(?=\\s)|rozumiem|wiem|robię|tworzę|piszę|zaczynam|zrobię|zróbmy|zobaczmy|sprawdźmy|sprawdzimy|dodamy|zmienimy|poprawimy|usuniemy',
  ),
  points:
    /^(?:(?:i|lub|albo|ale|oraz|a) |to|ten|ta|te|ci|tamt\p{L}+|tu|tutaj|tam|tak|oba|obie|obydwa|następując\p{L}+|poniższ\p{L}+|powyższ\p{L}+|wszystko to|inn[yae])(?!\p{L})/iu,
  depends: opening('jeśli|jeżeli|gdy|kiedy|chociaż|ponieważ|bo|żeby|aby|dopóki|zanim|po tym'),
  joint: opening('to|wtedy'),
  open: /(?<!\p{L})(?:i|lub|albo|ale|a|że|żeby|aby|któr\p{L}+|w|we|na|z|ze|do|dla|po|od|przy|bez|o|za|pod|nad|przez|między|jak|gdy|jeśli|nie|oraz|jest|są|tylko|dopiero|tak|korzystają|korzysta|wszystkie|następując\p{L}+)$/iu,
  state: words(
    'wszystkie testy (?:przechodzą|przeszły)|testy przechodzą|(?:kompiluje|buduje) się(?: bez błędów)?|krok \\d+ gotowy|wszystko (?:gotowe|działa)',
  ),
  asks: /[?？]$|^(?:co|jak|dlaczego|czemu|gdzie|czy|jaki|jaka|jakie|który|ile)(?!\p{L})/iu,
  deed: /^(?:doda|usun|poprawi|napraw|zmieni|zaktualizowa|zastąpi|utworz|stworz|zaimplementowa|przenies|przenio|zrefaktor|przemianowa|zoptymalizowa|skonfigurowa|ulepsz|rozdziel|połącz|wydziel|wprowadz)\p{L}*/iu,
  orders: opening('uruchom|otwórz|użyj|sprawdź|odśwież|wpisz|wybierz|kliknij|pamiętaj|zrestartuj|skopiuj'),
  proposes: words(
    'propozycj\\p{L}+|proponuj\\p{L}+|sugeruj\\p{L}+|polecam|opcj\\p{L}+|można by|powin\\p{L}+|chcesz|następne kroki|plan',
  ),
  proposal: 'Propozycja: ',
  toDo: /^(?:dod|usun|popraw|zmien|zaktualizow|zastąp|utworzy|stworzy|zaimplementow|przenie|zoptymalizow|skonfigurow|napraw|ujednolic|wydziel|podziel|ograniczy|włączy|wyłączy|uży)\p{L}{0,4}ć(?!\p{L})/iu,
  ends: /\s(?=(?:zamiast|ponieważ|żeby|aby|jeśli|gdy|bez|przed|po|i (?:teraz|także|następnie))\s)/giu,
  tails: before('i|lub|oraz|ale|w|we|na|dla|przez|przy|bez|po|z|ze|do|od|wraz|razem|a także|który|która|które|gdzie'),
  fills: words('teraz|także|również|już|poprawnie|automatycznie|od razu'),
  verbLast: NEVER,
  hasOwnCommas: false,
  script: /\p{L}/u,
  empty: `
  i oraz lub albo ale a w we z ze na do od o po przy dla bez przez pod nad przed za między u się jest są był była było były być
  będzie będą to ten ta te tego tej tych tym tę tą tam tu jak jako kiedy gdy gdzie czy że żeby aby bo ponieważ więc jeśli
  nie tak tylko także też już jeszcze teraz potem wtedy który która które którzy którego której których co kto każdy wszystko
  wszystkie inny inne mnie mi ja ty on ona ono my wy oni jego jej ich mój moja swój swoje można może mogą musi trzeba ma mają`,
}));
