// French.
import { closing, opening, words } from '../word-patterns.ts';
import { defineSigns } from './signs.ts';

export const french = defineSigns(
  {
    language: 'fr',
    common: words(
      'le|les|des|une|et|est|dans|pas|pour|avec|sur|nous|vous|tu|je|il|que|qui|du|au|toujours|jamais|utilise|utilisez|utiliser|merci|notre|nos|tous|toutes|ne|n|de|la|désormais|lieu|plutôt|en|réponds|sans|chaque|commite',
    ),
    letters: /[èœùûç]|(?<!\p{L})[ldn]['’]/iu,
  },
  () => ({
    always: new RegExp(
      [
        // "toujours" also means "still": only after an imperative, an infinitive or a duty.
        '^(?:toujours|jamais|systématiquement) \\p{L}+(?:er|ir|re|oir)(?!\\p{L})',
        '^(?:utilise[rz]?|écri(?:s|vez|re)|fai(?:s|tes|re)|lance[rz]?|ajoute[rz]?|demande[rz]?|vérifie[rz]?|exécute[rz]?|mets|mettez|mettre|commite[rz]?|garde[rz]?|réponds|répondez|répondre|crée[rz]?|nomme[rz]?|préfère[rz]?|pousse[rz]?|teste[rz]?|documente[rz]?) (?:-\\p{L}+ )?(?:toujours|systématiquement)(?!\\p{L})',
        '(?<!\\p{L})(?:il faut|tu dois|vous devez|on doit|doit|doivent|merci de|veille[rz]? à|pense[rz]? à|à|de) (?:toujours|systématiquement|ne jamais)(?!\\p{L})',
        "(?<!\\p{L})(?:ne |n['’])(?:\\p{L}+) (?:\\p{L}+ )?jamais(?!\\p{L})",
        '(?<!\\p{L})ne jamais \\p{L}+',
        "(?<!\\p{L})(?:désormais|dorénavant|à partir de maintenant|à l['’]avenir|(?:à )?chaque fois que (?!je|j['’]|il|le|la|les)\\p{L}+|par défaut|en règle générale|sans exception|la prochaine fois|dès que possible|partout où c['’]est possible|si possible toujours)(?!\\p{L})",
      ].join('|'),
      'iu',
    ),
    every: words(
      '(?:avant|après) chaque (?:commit|changement|modification|push|pr|tâche|merge|version)|à chaque (?:commit|changement|modification|push|pr)|dans (?:tous les|chaque) (?:commits?|messages? de commit|prs?)',
    ),
    permission: words(
      "sans (?:me )?demander|sans (?:ma permission|mon accord|mon autorisation)|demande(?:z)?(?:-moi)? (?:avant|d['’]abord)|seulement (?:\\p{L}+ ){0,4}(?:quand|si) je te le",
    ),
    forbid: opening(
      "(?:n['’]|ne )(?:utilise[rz]?|ajoute[rz]?|écri(?:s|vez)|fai(?:s|tes)|met(?:s|tez)|crée[rz]?|modifie[rz]?|commite[rz]?|pousse[rz]?|lance[rz]?|installe[rz]?|mélange[rz]?|inclu(?:s|ez|ons)|laisse[rz]?) (?:pas|plus|jamais|aucun)|(?:pas|plus|jamais) (?:de |d['’])(?!tests? |problème|souci|erreur|changement)\\p{L}+|évite[rz]?|arrête[rz]? (?:de|d['’])|interdit|ne (?:pas|plus|jamais) \\p{L}+|je ne veux (?:pas|plus)",
    ),
    prefer: words(
      "(?:utilise[rz]?|écri(?:s|vez|re)|préfère[rz]?|emploie|employez|prends|prenez) [^.;]{1,60} (?:au lieu de|au lieu d['’]|plutôt que|à la place d|et non|et pas)|(?:doit|doivent|devrait|devraient) être utilisée?s? (?:au lieu|à la place|plutôt)|au lieu de [^.;]{1,40}, (?:utilise|préfère)",
    ),
    habit: opening(
      "(?:ici,? )?(?:nous|on) (?:n['’])?(?:utilisons|utilise|écrivons|écrit|préférons|préfère|travaillons|suivons|suit)|dans (?:ce|notre|cette) (?:dépôt|repo|projet|équipe|base de code)(?=.{0,30}(?<!\\p{L})(?:nous|on|utilis\\p{L}+|toujours|jamais|doivent|vont)(?!\\p{L}))|(?:nos|notre) (?:commits?|convention|style|règle|tests|commentaires|code|branches)(?!\\p{L}).{0,40}(?:est|sont|doivent|doit)|la (?:convention|règle) (?:est|ici)|les (?:commits?|commentaires|tests|messages de commit) doivent (?:être (?:en|écrits)|suivre|utiliser)|répond(?:s|ez)(?:-moi)? (?:uniquement )?en (?:anglais|français)|tous les (?:commits?|tests|commentaires|messages de commit) (?:doivent|sont)|toutes les (?:branches|prs) (?:doivent|sont)|garde[rz]? (?:nos|notre|mes|toute?s?)",
    ),
    wish: opening("je (?:préfère|préférerais|n['’]aime pas|déteste)|j['’]aime(?:rais)? mieux"),
    remember: opening(
      "souviens-toi|souvenez-vous|n['’]oublie[rz]? pas (?=que|qu['’]|.*(?:avant|après|chaque|toujours|jamais))\\p{L}+|retiens|retenez|rappelle-toi|garde[rz]? (?:à l['’]esprit|en tête)|note[rz]? que|prends note",
    ),
    again: words(
      "je (?:t['’]|te l['’]|vous l['’])ai (?:déjà )?dit|j['’]ai (?:déjà )?dit|comme (?:je l['’]ai )?dit|encore une fois|ce n['’]est pas ce que (?:je voulais|j['’]ai demandé)",
    ),
    work: words(
      'commits?|messages? de commit|commite[rz]?|branches?|prs?|pull requests?|push(?:er)?|pousse[rz]?|fusionn\\p{L}+|rebase[rz]?|tests?|linter?|format\\p{L}*|types|typage|commentaires?|documentation|docs?|readme(?:\\.md)?|changelog|code|style|noms?|nommage|variables|imports?|dépendances?|gestionnaire de paquets|bibliothèques?|outils?|scripts?|tickets?|revue|relecture|demande[rz]?(?:-moi)?|confirmation|permission|expli\\p{L}+|répon\\p{L}+|résumés?|anglais|français|émojis?|emojis?|tabulations?|espaces|indentation|points-virgules|guillemets|mocks?|refactor\\p{L}*|ci|déploi\\p{L}+|versions|sudo|plan|main|master|production',
    ),
    product: words(
      "utilisateurs?|clients?|boutons?|pages?|écrans?|endpoints?|api|requêtes?|serveur|base de données|lignes?|champs?|colonnes?|importateur|cache|affich\\p{L}+|formulaire|panier|l['’]application|la fonction",
    ),
    once: words(
      "maintenant|cette fois(?:-ci)?|aujourd['’]hui|demain|pour l['’]instant|pour le moment|encore|ici|(?:ce|cet|cette|ces) (?:\\p{L}+ )?(?:fonction|fichiers?|tests?|ligne|méthode|classe|cas|pr|branche|commit|changements?|erreurs?|tâche|étape|module|composant|page|partie|section)|à la ligne|d['’]abord|déjà|le (?:nouveau|dernier|premier|prochain)|la (?:nouvelle|dernière|première|prochaine)",
    ),
    soft: words(
      "d['’]abord|déjà|ici|encore|le (?:nouveau|dernier|premier|prochain)|la (?:nouvelle|dernière|première|prochaine)",
    ),
    asks: opening(
      "peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|est-ce que|pourquoi|quel(?:le)?s?|qui|où|comment|qu['’]est|devrait-on|dois-je|faut-il|y a-t-il|tu peux|on peut",
    ),
    tells: words(
      "(?:échoue|échouent|plante|plantent|marche|marchent|fonctionne|fonctionnent|est|sont|affiche|renvoie|reste|restent) (?:toujours|jamais)|(?:j['’]ai|il y a|ça|il|elle|ils|elles) (?!faut)\\p{L}* ?toujours|aurait dû",
    ),
    hedge: words('peut-être|je pense que|je crois que|probablement|sans doute|pas sûr|ce serait (?:bien|mieux)'),
    reports: words(
      "dit que|disent que|selon|d['’]après|mentionne\\p{L}*|recommande que|suggère\\p{L}*|(?:l['’]erreur|le message|le commentaire|le texte|les instructions)(?: est)?\\s?:|par exemple|ignore[rz]?",
    ),
    modal: words('doit|doivent|devrait|devraient|peut|peuvent|dois|devez'),
    us: words('tu|nous|je|on|vous|claude|agents?'),
    everywhere: words(
      "dans tous (?:mes|nos|les) (?:projets|dépôts|repos)|partout|globalement|dans (?:chaque|n['’]importe quel) projet",
    ),
    lead: opening(
      "s['’]il te plaît|s['’]il vous plaît|stp|svp|ok(?:ay)?|d['’]accord|bon|non|oui|et|aussi|mais|bonjour|salut|au fait|encore une fois|désolé|merci|bien|attention",
    ),
    tail: closing("s['’]il te plaît|s['’]il vous plaît|stp|svp|merci|ok(?:ay)?"),
    no: words('jamais|pas|aucune?|sans|évite[rz]?|plus de|arrête[rz]?|interdit|déteste'),
    instead: words('au lieu de|au lieu d|plutôt que|à la place de|à la place d|et non|et pas|pas'),
    small:
      'le la les l un une des de du d en et ou à au aux avec pour sur dans que qui est sont ne n pas jamais toujours utilise utilisez utiliser utilisons on nous tu je vous ce cette notre nos tous toutes projet dépôt désormais dorénavant maintenant partir lieu plutôt directement sans il faut',
  }),
);
