// German.
import { before, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

/** What is asked for by its stem, and told at the end: "Erstelle X" -> "X erstellen". */
const DONE_TO_ALL =
  'erstell aktualisier korrigier implementier prüf analysier verschieb ersetz entfern ergänz lösch optimier beheb installier schreib mach test generier konfigurier integrier überarbeit dokumentier'.split(
    ' ',
  );

export const german = defineSpeech(() => ({
  opener:
    /^(?:das problem (?:ist|war),? dass|(?:fertig|erledigt|gut|super|perfekt|prima|ja|nein|okay|ok|alles klar|verstanden|klar|genau(?: das)?|stimmt|behoben|gefixt|also|kurz gesagt|zusammengefasst|zusammenfassung|fazit|(?:das |die |der )?(?:ursache|problem|lösung)|ergebnis|hinweis|wichtig)\s*(?:[,.!:]|\s[—–-])+|(?:jetzt|nun|außerdem|zusätzlich|zudem|schließlich|zuletzt|danach|dann|aber|und)(?:[,:]|(?= (?:der|die|das|ein|eine)\b)))\s*/iu,
  courtesy: words('bitte|(?:kannst|könntest|würdest) du(?: mir)?|ich möchte,? dass du|hilf mir|danke|mal(?=\\s)'),
  asked: [
    [/^wie (?:kann|könnte|soll|sollte|muss) (?:ich|man|wir) (?:hier |das )?([^,?]{4,})$/iu, 'wie man $1 kann'],
    [/^füge? ([^,.]{4,}) (hinzu|ein|zusammen)$/iu, '$1 $2fügen'],
    [/^passe? ([^,.]{4,}) an$/iu, '$1 anpassen'],
    ...DONE_TO_ALL.map(
      (verb) => [new RegExp(`^${verb}e? (?:mir |uns |mal )?([^,.]{4,})$`, 'iu'), `$1 ${verb}en`] as const,
    ),
  ],
  ours: [[/(?<!\p{L})[md]eine([mnr]) (?=\p{L})/giu, 'de$1 ']],
  did: [
    [/^(?:ich|wir) hab(?:e|en) (?:jetzt |nun |auch |außerdem |soeben |gerade |bereits )*(?=\p{L})/iu, ''],
    [
      /^(?!wenn|falls|weil|da )([^,]{3,70}?) hab(?:e|en) (?:ich|wir) (?:jetzt |nun |auch |außerdem |bereits )*(?=\p{L})/iu,
      '$1 ',
    ],
  ],
  will: [],
  intends: opening(
    '(?:(?:jetzt|nun|zuerst|als nächstes|dann|zunächst|okay|gut|perfekt|danach)[,.:!]? )*(?:lass (?:mich|uns)|lassen sie mich|(?:ich|wir) (?:werden?|muss|müssen|möchten?|will|wollen|kann|können|sollten?)(?: (?:jetzt|nun|zuerst|dann|noch|auch))*|(?:werde|muss) ich)',
  ),
  looks:
    /(?<!\p{L})(?:ansehen|anschauen|anzusehen|prüfen|überprüfen|lesen|analysieren|untersuchen|verstehen|schauen|testen|ausführen|suchen|nachsehen)[.!:]*$/iu,
  addressed:
    /(?<!\p{L})(?:du|dir|dich|dein\p{L}*|mich|mir|[Ii]ch|bitte|[Ww]ir|uns|unser\p{L}*|probier\p{L}*|Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/u,
  points:
    /^(?:(?:[Uu]nd|[Oo]der|[Aa]ber|[Dd]enn|[Ss]ondern) |(?:[Jj]etzt|[Nn]un|[Zz]uerst|[Dd]ann|[Aa]ls [Nn]ächstes) (?=\p{Lu}.*\p{L}en(?!\p{L}))|[Dd](?:er|ie|as) (?:nächste|letzte) (?:Punkt|Schritt|Aufgabe)|.*(?<!\p{L})(?:ihn|ihm|zwar)(?!\p{L})|.*(?<!\p{L})(?:[Ee]ine?[nmrs]? (?:weitere|andere|neue)[nmrs]?) |[Dd]ie (?:Tests?|Logs?|Ausgaben?|Ergebnisse?) (?:zeig|bestätig)\p{L}+ |(?:[Dd]ies|[Ee]s|[Hh]ier|[Dd]a|[Dd]ort|[Ss]o|[Dd]amit|[Dd]adurch|[Dd]abei|[Bb]eides?|[Ff]olgende\p{L}*)(?!\p{L})|[Dd]ies\p{L}{0,2} |[Dd](?:as|ie|er) (?:\p{Ll}+t|ist|sind|war|wird|hat|kann|folgende\p{L}*|obige\p{L}*|gleiche\p{L}*|selbe\p{L}*)(?!\p{L}))/u,
  depends: opening(
    'sodass|so dass|weshalb|wodurch|wobei|wenn|falls|obwohl|weil|nachdem|bevor|sobald|während|damit|um|ob|dass|indem',
  ),
  joint: opening('dann|so'),
  open: /(?<!\p{L})(?:und|oder|aber|der|die|das|den|dem|des|eine?[nmrs]?|in|im|am|auf|für|mit|von|vom|zu|zum|zur|bei|aus|nach|über|unter|durch|wie|als|dass|weil|wenn|ob|sowie|bzw|folgende[nrs]?|sich|dann|direkt|sehr|noch|alle|nur|erst|ausschließlich)$|(?<!\p{L})(?:wird|werden|wurden?|kann|können|muss|müssen|soll|sollen)(?!\p{L})(?!.*(?:ge\p{L}+(?:t|en)|\p{L}+(?:iert|ieren|elt|ert|en|bar)|(?:be|ver|ent|er|zer|über|unter|aus|an|ab|ein|auf|zu|hinzu|zurück|mit|vor|nach|weg|um)\p{L}*t)$)|(?<!\p{L})dass,? (?:wenn|falls)(?!\p{L})[^,]*$/iu,
  state: words(
    'alle tests?(?: sind)? (?:grün|bestanden|erfolgreich)|tests? (?:laufen|liefen|bestehen)(?: alle)?(?: durch| erfolgreich)?|build (?:läuft|ist) (?:durch|grün|erfolgreich)|alles (?:erledigt|fertig|funktioniert)|sieht gut aus|erfolgreich \\p{L}+t|bereit (?:zur|für)|sollten? (?:jetzt|nun)',
  ),
  asks: /[?？]$|^(?:warum|wieso|weshalb|wie|was|wo|wann|welche\p{L}*|wer|kannst|könntest|können|kann|könnte|soll\p{L}*|ist|sind|gibt|hast|haben|darf|würdest)(?!\p{L})/iu,
  deed: /(?<!\p{L})(?:hinzugefügt|entfernt|behoben|korrigiert|geändert|aktualisiert|ersetzt|erstellt|angepasst|umgestellt|umgebaut|ergänzt|erhöht|gelöscht|implementiert|eingebaut|ausgelagert|umbenannt|verschoben|vereinheitlicht|optimiert|hinzufügen|entfernen|beheben|korrigieren|ändern|aktualisieren|ersetzen|erstellen|anpassen|umstellen|ergänzen|löschen|implementieren|umbenennen|verschieben)$|^(?:aktualisiert|erstellt|ergänzt|fügt|entfernt|ersetzt|behebt|korrigiert|ändert|füge|entferne|behebe|korrigiere|ändere|aktualisiere|ersetze|erstelle|passe|ergänze|lösche|implementiere)(?!\p{L})/iu,
  orders: opening(
    'öffne|starte|führe|prüfe|nutze|verwende|achte|klicke|gib|wähle|lade|melde|teste|schau|gehe?|stelle sicher',
  ),
  proposes: words(
    'vorschlag|vorschläge|schlage vor|empfehl\\p{L}*|optionen?|sollten?|könnten?|möchtest|soll ich|nächste schritte',
  ),
  proposal: 'Vorschlag: ',
  toDo: /^(?!.*(?<!\p{L})(?:wird|werden|wurde|wurden|ist|sind|hat|haben|kann|können|muss|müssen)(?!\p{L})).*(?:fügen|fernen|heben|gieren|dern|sieren|setzen|stellen|passen|gänzen|schen|tieren|nennen|schieben|lagern|führen|bauen|einheitlichen|mieren)$/iu,
  ends: /\s(?=(?:statt|anstatt|anstelle|weil|damit|sodass|wenn|falls|bevor|nachdem|und (?:damit|dann|auch|jetzt)|um \p{L}+|mit Hilfe|durch|ohne|bei)\s)/giu,
  tails: before(
    'und|oder|sowie|aber|anstatt|weil|im|für|von|beim|während|ohne|pro|wenn|(?:in|auf|mit|bei|nach|aus|über|unter|an)(?!\\s(?:und|oder|sowie))',
  ),
  fills: words('jetzt|nun|auch|außerdem|bereits|korrekt|automatisch|direkt'),
  verbLast:
    /^(?!(?:\S+ ){1,5}(?!(?:nicht|jetzt|erst|seit|fast|statt|oft|weit|leicht|direkt|samt|laut|ist|hat|mit)\s)\p{Ll}{2,}t\s).*(?<!\p{L})(?:ge\p{L}+(?:t|en)|\p{L}+(?:iert|ieren)|(?:be|ver|ent|er|zer|über|unter|aus|an|ab|ein|auf|zu|hinzu|zurück|mit|vor|nach|weg|frei|fest|um|zusammen)\p{L}*(?:t|en)|an|aus|auf|ab|ein|vor|zu|um|mit|nach|bei|fest|zurück|her|hin|zusammen|hinzu)$/iu,
  hasOwnCommas: false,
  hasNounCapitals: true,
  script: /\p{L}/u,
  empty: `
  der die das den dem des ein eine einen einem einer eines und oder aber sondern denn doch dass ob weil wenn als wie wo wann
  warum wer was wen wem welche welcher welches welchen in im ins an am ans auf aus bei beim mit nach seit von vom vor zu zum
  zur über unter zwischen durch für gegen ohne um bis ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen
  mein meine dein deine sein seine seinen ihre ihren unser unsere euer dies diese dieser dieses diesen diesem jene jener
  ist sind war waren wird werden wurde wurden worden sei wäre bist hat haben hatte hatten kann können könnte muss müssen
  soll sollen sollte sollten will wollen darf dürfen mag möchte möchten nicht kein keine keinen keiner nur auch noch schon
  jetzt nun dann danach davor dabei damit dafür dazu daher also so sehr mehr weniger viel viele alle alles allen jeder jede
  jedes andere anderen etwas nichts hier dort da mal bitte ja nein eben gerade bereits immer wieder man`,
}));
