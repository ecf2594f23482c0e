// Polish.
import { opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

export const polish = defineSpeech(() => ({
  opener:
    /^(?:(?:gotowe|zrobione|świetnie|super|dobrze|tak|nie|jasne|ok(?:ay)?|rozumiem|dokładnie|naprawione|poprawione|podsumowanie|podsumowując|problem|przyczyna|rozwiązanie|wynik|uwaga)\s*(?:[,.!:]|\s[—–-])+|(?:teraz|także|również|następnie|potem|najpierw|więc|ale|i|a)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words('proszę|czy możesz|możesz|mógłbyś|chcę,? żebyś|pomóż mi|dzięki|dziękuję'),
  did: [],
  will: [],
  intends: opening(
    '(?:(?:teraz|najpierw|następnie|dobrze|ok)[,.:!]? )*(?:muszę|musimy|trzeba|należy|mogę|możemy|chcę|warto|pozwól mi|zamierzam)',
  ),
  looks: opening(
    '(?:najpierw |teraz |jeszcze )*(?:sprawdzić|przeczytać|przejrzeć|zobaczyć|uruchomić|znaleźć|zrozumieć|przeanalizować|zbadać)',
  ),
  addressed: words(
    'ty|tobie|ciebie|twój|twoja|twoje|mnie|mój|moja|moje|nas|nasz|nasza|ja|proszę|chcesz|możesz|sprawdź|uruchom|odśwież|\\p{L}{3,}(?:uję|am|em|ję|ię|jmy|imy|ymy|emy)(?=\\s)',
  ),
  points:
    /^(?:to|ten|ta|te|ci|tamt\p{L}+|tu|tutaj|tam|tak|oba|obie|obydwa|następując\p{L}+|poniższ\p{L}+|powyższ\p{L}+|wszystko to|inn[yae])(?!\p{L})/iu,
  depends: opening('jeśli|jeżeli|gdy|kiedy|chociaż|ponieważ|bo|żeby|aby|dopóki|zanim|po tym'),
  joint: opening('to|wtedy'),
  open: /(?<!\p{L})(?:i|lub|albo|ale|a|że|żeby|aby|któr\p{L}+|w|we|na|z|ze|do|dla|po|od|przy|bez|o|za|pod|nad|przez|między|jak|gdy|jeśli|nie|oraz|jest|są|wszystkie|następując\p{L}+)$/iu,
  state: words(
    'wszystkie testy (?:przechodzą|przeszły)|testy przechodzą|(?:kompiluje|buduje) się(?: bez błędów)?|krok \\d+ gotowy|wszystko (?:gotowe|działa)',
  ),
  asks: /[?？]$|^(?:co|jak|dlaczego|czemu|gdzie|kiedy|czy|jaki|jaka|jakie|który|ile)(?!\p{L})/iu,
  deed: /^(?:doda|usun|poprawi|napraw|zmieni|zaktualizowa|zastąpi|utworz|stworz|zaimplementowa|przenies|przenio|zrefaktor|przemianowa|zoptymalizowa|skonfigurowa|ulepsz|rozdziel|połącz|wydziel|wprowadz)\p{L}*/iu,
  orders: opening('uruchom|otwórz|użyj|sprawdź|odśwież|wpisz|wybierz|kliknij|pamiętaj|zrestartuj|skopiuj'),
  ends: /\s(?=(?:zamiast|ponieważ|żeby|aby|jeśli|gdy|bez|przed|po|i (?:teraz|także|następnie))\s)/giu,
  hasOwnCommas: false,
  script: /\p{L}/u,
}));
