// Italian.
import { before, NEVER, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

export const italian = defineSpeech(() => ({
  opener:
    /^(?:(?:fatto|perfetto|ottimo|bene|molto bene|sì|no|certo|ok(?:ay)?|va bene|capito|esatto|corretto|risolto|sistemato|in sintesi|riepilogo|(?:il |la |l['’])?(?:problema|causa|soluzione)|risultato|nota|(?:implementazione|attività|migrazione|correzione) completata)\s*!?(?:[,.!:]|\s[—–-])+|(?:ora|adesso|inoltre|anche|infine|poi|prima|quindi|allora|ma|e|così)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words('per favore|per piacere|puoi|potresti|voglio che(?: tu)?|vorrei che|aiutami a|grazie'),
  asked: [
    [/^come (?:posso|possiamo|faccio|si può|devo)(?: fare)?(?: per| a)? /iu, 'come '],
    [
      /^(cre|modific|elimin|aggiorn|implement|cambi|cancell|spost|sistem|configur|integr|analizz|verific|gener|us|utilizz|install|rinomin|miglior|controll|prepar|test)(?:a|i) /iu,
      '$1are ',
    ],
    [/^aggiung[ia](?= )/iu, 'aggiungere'],
    [/^corregg[ia](?= )/iu, 'correggere'],
    [/^rimuov[ia](?= )/iu, 'rimuovere'],
    [/^scriv[ia](?= )/iu, 'scrivere'],
    [/^(?:fai|fammi|fa)(?= )/iu, 'fare'],
  ],
  did: [
    // Its gender and number are those of what was done: "Ho aggiunto le colonne" -> "Aggiunte le colonne".
    [/^(?:ho|abbiamo) (?:(?:anche|già|ora|appena) )*(\p{L}+(?:at|ut|it|s|t))o (?=(?:la|una|un['’]|tutta) )/iu, '$1a '],
    [
      /^(?:ho|abbiamo) (?:(?:anche|già|ora|appena) )*(\p{L}+(?:at|ut|it|s|t))o (?=(?:le|delle|tutte|alcune) )/iu,
      '$1e ',
    ],
    [
      /^(?:ho|abbiamo) (?:(?:anche|già|ora|appena) )*(\p{L}+(?:at|ut|it|s|t))o (?=(?:i|gli|dei|degli|tutti|alcuni|due|tre|\d+) )/iu,
      '$1i ',
    ],
    [/^(?:ho|abbiamo) (?:(?:anche|già|ora|appena) )*(?=\p{L}+(?:ato|uto|ito|so|to)(?!\p{L}))/iu, ''],
  ],
  will: [],
  intends: opening(
    '(?:(?:ora|adesso|prima|poi|bene|ok|perfetto|quindi)[,.:!]? )*(?:sto per|devo|dobbiamo|posso|possiamo|voglio|bisogna|occorre|andiamo a|vado a|procedo a|serve)',
  ),
  looks: opening(
    '(?:a |e |il |lo |la |i |gli |le |prima )*(?:verificare|controllare|cercare|leggere|eseguire|testare|guardare|analizzare|vedere|capire|esplorare)',
  ),
  addressed: words(
    'tu|tuo|tua|tuoi|tue|ti|te|voi|vostro|vostra|mi|mio|mia|io|noi|ci siamo|per favore|puoi|devi|preferisci|vuoi|hai|fammi|dimmi|verifico|controllo|creo|aggiungo|aggiorno|correggo|cerco|leggo|eseguo|provo|modifico|rimuovo|faccio|guardo|analizzo|procedo|continuo|riprovo|aspetto|trovo',
  ),
  points:
    /^(?:(?:e|o|ma|però) |(?:il|la) (?:prossim[oa]|ultim[oa]) (?:passo|punto|elemento|attività)|.*(?<!\p{L})(?:un paio d['’]?i?|alcun[ie]|divers[ie]) (?:punt|problem|error|cos|file)\p{L}*|.*(?<!\p{L})(?:un altro|un['’]altra|altri|altre) |i (?:test|log) (?:mostrano|confermano) |integrarlo|(?:questo|questa|questi|queste|ciò|quello|quella|qui|lì|così|entrambi|tutto (?:questo|ciò))(?!\p{L})|(?:il|la|lo|i|le|l['’]) ?(?:problema|errore|file|codice|soluzione|causa|modifica|seguenti?|stess[oaie]) (?:è|era|sono|erano)(?!\p{L}))/iu,
  depends: opening('se|quando|anche se|perché|poiché|dato che|mentre|affinché|dopo|prima di|una volta|come|senza|per'),
  joint: opening('allora'),
  open: /(?<!\p{L})(?:e|o|ma|il|lo|la|i|gli|le|un|uno|una|di|del|della|dei|delle|in|nel|nella|a|al|alla|con|per|che|come|se|suo|sua|è|sono|tra|su|sul|senza|più|molto|seguenti?|ogni|tutti|tutte|sia|solo|soltanto)$|,\s(?:né|o) [^,]{2,24}$/iu,
  state: words(
    'tutti i test passano|i test passano|tutto (?:pronto|funziona|a posto)|(?:build|compilazione) riuscita|completato con successo',
  ),
  asks: /[?？]$|^(?:cosa|che cosa|come|perché|dove|quale|quali|chi|c['’]è)(?!\p{L})/iu,
  deed: /^(?:aggiun|rimoss|rimuov|elimin|corre[tg]|modific|aggiorn|sostitui|cre(?:a|o)|implement|refactor|spost|rinomin|ottimizz|configur|migr|miglior|sistem|unific|estra|integr)\p{L}*/iu,
  orders: opening('esegui|apri|usa|prova|verifica|controlla|ricarica|riavvia|copia|incolla|seleziona|ricorda|vai'),
  proposes: words(
    'propost[ae]|propongo|suggeri\\p{L}*|consigli\\p{L}*|opzion[ei]|potremmo|dovr\\p{L}+|vuoi che|prossimi passi|piano',
  ),
  proposal: 'Proposta: ',
  toDo: /^(?:aggiung|rimuov|corregg|modific|cambi|aggiorn|sostitu|cre|implement|spost|rinomin|ottimizz|configur|migr|miglior|sistem|unific|estra|integr|divid|separ|semplific|valid|limit|convert|ridur|includ|us)(?:a?re|ere|ire|rre)(?!\p{L})/iu,
  ends: /\s(?=(?:invece di|al posto di|perché|affinché|poiché|quando|se|tramite|usando|senza|prima di|dopo|e (?:ora|anche|poi))\s)/giu,
  tails: before(
    'anziché|quindi|poiché|e|o|ma|in|nel|nella|nello|nei|nelle|per|con|da|dal|dalla|fino|secondo|durante|dentro|senza|su|sul|sulla|dove|che',
  ),
  fills: words('ora|adesso|anche|inoltre|già|correttamente|automaticamente|direttamente'),
  verbLast: NEVER,
  hasOwnCommas: false,
  script: /\p{L}/u,
  empty: `
  il lo la gli le un uno una e ed o che di del dello della dei degli delle al allo alla ai agli alle da dal dallo dalla dai
  dalle nel nello nella nei nelle su sul sullo sulla sui sulle con senza per tra fra fino verso secondo si suo sua suoi sue
  mio mia tuo tua nostro vostro loro io lui lei noi voi questo questa questi queste quello quella quelli quelle ciò è sono era
  erano stato stata essere ha hanno ho hai aveva avere come quando dove perché ma però anche se più meno molto molti poco già
  ora adesso prima dopo poi quindi così ogni tutto tutta tutti tutte altro altra altri altre stesso stessa alcuni nessun
  nulla quale quali chi può possono potrebbe deve devono dovrebbe fa fare solo ancora inoltre non sì voglio`,
}));
