// German.
import { closing, opening, words } from '../word-patterns.ts';
import { defineSigns } from './signs.ts';

const STILL = '(?! (?:noch|wieder|mehr|weniger|größer|kleiner))';

export const german = defineSigns(
  {
    language: 'de',
    common: words(
      'der|die|das|und|nicht|ein|eine|einen|mit|für|auf|wir|ich|du|sie|bitte|immer|nie|niemals|ist|sind|im|in|zu|von|den|dem|statt|kein|keine|keinen|verwende|nutze|unsere|ab|bei|alle',
    ),
    letters: /[äöüß]/iu,
  },
  () => ({
    always: new RegExp(
      [
        `^(?:immer|nie|niemals|stets|grundsätzlich)${STILL}\\s`,
        `^\\p{L}+(?:e|en|st|t|b|g|h|f)? (?:sie |mir |uns )?(?:bitte )?(?:immer|nie|niemals|stets|grundsätzlich)${STILL}\\s`,
        `(?<!\\p{L})(?:soll(?:en|st|test|ten)?|muss|musst|müssen|darf(?:st)?|dürfen|du|wir \\p{L}+en|werden)(?!\\p{L})[^,]{0,50}\\s(?:immer|nie|niemals|stets|grundsätzlich)${STILL}`,
        `(?<!\\p{L})(?:immer|nie|niemals|stets|grundsätzlich)${STILL}\\s[^,]*\\p{L}+(?:en|ern|eln)[.!]?$`,
        '(?<!\\p{L})(?:ab jetzt|ab sofort|von nun an|von jetzt an|künftig|zukünftig|in zukunft|jedes mal,? wenn (?!ich|es|der|die|das)\\p{L}+|wann immer|wo(?:immer)? (?:es )?(?:möglich|geht)|in jedem fall|standardmäßig|ausnahmslos|(?:beim )?nächste[sn]? mal)(?!\\p{L})|, (?:immer|nie|niemals)[.!]*$',
      ].join('|'),
      'iu',
    ),
    every: words(
      '(?:vor|nach|bei|in) (?:jede[mrn]|allen) (?:commits?|änderung(?:en)?|push|prs?|releases?|merge|commit-nachrichten|aufgaben?)',
    ),
    permission: words(
      'ohne (?:rückfrage|zu fragen|mich zu fragen|nachzufragen|meine (?:erlaubnis|zustimmung|freigabe))|frag(?:e)? (?:mich )?(?:bitte )?(?:immer )?(?:vorher|zuerst|bevor)|nur (?:\\p{L}+ ){0,4}wenn ich (?:es|dich|das)',
    ),
    forbid: opening(
      'kein(?:e|en|er|em)? (?!fehler|ahnung|problem|zeit|änderung)(?:[\\p{L}-]+ ){1,2}(?:in|im|ohne|mehr|für|bitte|verwenden|benutzen|schreiben|hinzufügen|committen)|nicht (?:mehr )?(?:direkt|auf|in|ohne|einfach)|vermeide(?:n sie)?|hör(?:e|t)? auf|(?:verwende|nutze|benutze|schreibe?|füge?|committe|pushe|mach|mache|lege?|erstelle|setze?|ändere|nimm|installiere|mocke)(?:n sie)? (?:bitte )?(?:nicht|kein(?:e|en)?|niemals|nie)|du (?:darfst|sollst) (?:nicht|kein(?:e|en)?)|ich (?:will|möchte) (?:nicht|kein(?:e|en)?)|lass (?:bitte )?(?:die|das)? ?\\p{L}+ (?:weg|sein)',
    ),
    prefer: words(
      '(?:verwende|nutze|benutze|nimm|schreibe?|bevorzuge)(?:n sie)? [^.;]{1,60} (?:statt|anstatt|anstelle|und nicht)|[^.;]{1,40} (?:statt|anstatt|anstelle von) [^.;]{1,50} (?:verwenden|nutzen|benutzen|nehmen|schreiben)|(?:statt|anstatt) [^.;]{1,40} (?:verwende|nutze|benutze|nimm)|(?:soll|sollte|sollen|sollten|muss) [^.;]{1,60} (?:statt|anstatt|anstelle) ',
    ),
    habit: opening(
      'wir (?:hier )?(?:verwenden|nutzen|benutzen|schreiben|arbeiten|committen|halten uns|bevorzugen|setzen auf)|(?:in|bei) (?:diesem|unserem) (?:repo(?:sitory)?|projekt|team|code)(?=.{0,30} (?:wir|verwenden|nutzen|liegen|immer|nie|niemals|werden|gehören|müssen|sollen|keine?n?)(?!\\p{L}))|in dieser codebasis|unser(?:e|en)? (?:commits?|commit-nachrichten|branches|tests|konvention|regel|kommentare|code|stil)\\b.{0,40}(?:ist|sind|müssen|sollen|werden)|bei uns|(?:commits?|kommentare|tests|commit-nachrichten|code) (?:müssen|sollen|muss|soll) (?:auf|in|mit)|\\p{L}+ (?:gehören|liegen|stehen|kommen) bei uns|antworte(?: mir)? (?:bitte )?auf|die (?:konvention|regel) (?:hier )?ist|halte? dich an|alle (?:commits?|tests|kommentare|commit-nachrichten|branches|prs) (?:müssen|sollen|sind|werden)',
    ),
    wish: opening(
      'ich (?:bevorzuge|mag (?:es )?(?:keine?n?|nicht)|hätte lieber|möchte lieber|will lieber|hasse)|mir ist lieber',
    ),
    remember: opening(
      'merk(?:e)? dir|merken sie sich|denk(?:e)? (?:bitte )?(?:daran|dran),? dass|beachte,? dass|vergiss nicht,? dass|behalte im kopf|zur erinnerung',
    ),
    again: words(
      'ich habe (?:dir )?(?:doch )?(?:schon |bereits )?gesagt|wie (?:schon |bereits )?gesagt|schon wieder|noch ?mal|das habe ich nicht gemeint|zum wiederholten mal',
    ),
    work: words(
      'commits?|commit-nachrichten?|committen|committe|branch(?:es)?|prs?|pull[- ]requests?|pushen|pushe|mergen?|rebasen?|tests?|testen|linter|linten|formatier\\w*|typen|typisierung|kommentare?n?|doku(?:mentation)?|readme(?:\\.md)?|changelog|code|stil|namen|benennung|variablen(?:namen)?|importe?|abhängigkeit(?:en)?|paketmanager|bibliothek(?:en)?|werkzeuge?|tools?|skripte?n?|tickets?|issues?|reviews?|frag(?:e|en)?(?: mich)?|nachfragen|rückfrage|erklär\\w*|antwort(?:e|en)?|zusammenfass\\w*|englisch|deutsch|emojis?|gedankenstriche?|tabs|leerzeichen|einrück\\w*|semikolons?|anführungszeichen|mocks?|mocken|refactor\\w*|ci|deploy\\w*|releases?|versionen?|sudo|plan|planen|main|master|produktion',
    ),
    product: words(
      'benutzern?|nutzern?|kunden|button|knopf|seiten?|endpunkte?|api|anfragen?|server|datenbank|zeilen?|felder?|spalten?|parser|importer|cache|anzeig\\w*|klick\\w*|formular|warenkorb|die app|die funktion|der dienst',
    ),
    once: words(
      'jetzt|gerade|diesmal|dieses mal|heute|morgen|momentan|vorerst|erstmal|zunächst|hier|noch nicht|(?:diese[rsnm]?|jene[rsnm]?) (?:\\p{L}+ )?(?:funktion|datei|test|tests|zeile|methode|klasse|fall|pr|branch|commit|änderung(?:en)?|fehler|aufgabe|schritt|modul|komponente|seite|teil|abschnitt)|in zeile|zuerst|bereits|der (?:neue|alte|letzte|erste|nächste)|die (?:neue|alte|letzte|erste|nächste)|das (?:neue|alte|letzte|erste|nächste)',
    ),
    soft: words('zuerst|bereits|hier|gerade|(?:der|die|das) (?:neue|alte|letzte|erste|nächste)'),
    asks: opening(
      'kannst|könntest|kann|könnte|können|soll(?:en|te|ten)? (?:wir|ich)|warum|wieso|was|welche\\p{L}*|wer|wo|wie|ist|sind|hast|hat|gibt|würdest|machst|darf ich|wäre',
    ),
    tells: words(
      '(?:ich|es|er|das|der|die|sie) (?:bekomme|kriege|sehe|habe|hatte|stürzt|schlägt|schlagen|bricht|läuft|laufen|geht|ist|sind|war|zeigt|kommt|kommen|funktioniert|wird|liefert|gibt)[^,]{0,40} (?:immer|nie|niemals)|(?:schlägt|schlagen|stürzt|geht|funktioniert|läuft|kommt) (?:immer|nie)|immer (?:noch|wieder)|(?:hätte|hätten) .{0,40}(?:sollen|müssen)',
    ),
    hedge: words(
      'vielleicht|eventuell|ich glaube|ich denke|wahrscheinlich|vermutlich|könnte man|wäre (?:schön|gut)|oder so|bin (?:mir )?nicht sicher',
    ),
    reports: words(
      '(?:sagt|steht|meint|schreibt|behauptet|meldet|lautet|laut|gemäß|zitat)|(?:die )?(?:meldung|fehlermeldung|ausgabe|rückmeldung|anweisung):|z\\. ?b\\.|zum beispiel|ignoriere',
    ),
    modal: words('soll(?:te|ten|en|st|test)?|muss|musst|müssen|müsste|darf|dürfen|wird|werden|kann|können'),
    us: words('du|wir|ich|uns|sie|man|claude|agenten?'),
    everywhere: words(
      'in allen (?:meinen |unseren )?(?:projekten|repos|repositories)|überall|global|in jedem (?:projekt|repo)|projektübergreifend',
    ),
    lead: opening(
      'bitte|ok(?:ay)?|also|nein(?=[,.!:])|ja|und|auch|aber|hey|hallo|übrigens|nochmal|sorry|danke|gut|super|achtung',
    ),
    tail: closing('bitte|danke|ok(?:ay)?'),
    no: words('nie|niemals|nicht|kein(?:e|en|er|em)?|ohne|vermeide|verboten'),
    instead: words('statt|anstatt|anstelle von|und nicht|nicht'),
    small:
      'der die das den dem des ein eine einen einem einer und oder in im auf an am für von zu zum zur mit bei ist sind immer nie niemals nicht kein keine keinen bitte verwende verwenden nutze nutzen benutze benutzen nimm wir ich du sie unser unsere unseren alle ab jetzt sofort künftig projekt repo hier stets nur auch es sich werden wird soll sollen muss müssen direkt',
  }),
);
