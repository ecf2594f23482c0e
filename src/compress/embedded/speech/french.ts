// French.
import { before, NEVER, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

export const french = defineSpeech(() => ({
  opener:
    /^(?:le problème (?:est|était) que|(?:terminé|fait|parfait|excellent|bien|très bien|super|oui|non|d'accord|ok(?:ay)?|compris|voilà|exact|corrigé|résolu|c'est (?:fait|corrigé|bon)|en résumé|résumé|(?:l[ea] |l['’])?(?:problème|cause|solution)|résultat|note|attention)\s*!?(?:\s?[,.!:]|\s[—–-])+|(?:maintenant|de plus|aussi|enfin|ensuite|puis|d'abord|donc|alors|mais|et|ainsi)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words(
    "s'il (?:te|vous) pla[iî]t|stp|svp|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|tu peux|je veux que tu|j'aimerais que tu|aide-moi à|merci",
  ),
  asked: [
    [/^comment (?:puis-je|peut-on|je peux|on peut|dois-je|faire pour) /iu, 'comment '],
    [
      /^(ajout|supprim|modifi|cré|corrig|chang|remplac|implément|déplac|renomm|amélior|configur|intégr|analys|vérifi|utilis|test|lanc|install|retir|regard|explor|document|simplifi|optimis|adapt|montr|affich)(?:es?|ez)(?:-moi|-le|-la|-les)? /iu,
      '$1er ',
    ],
    [/^(?:fais|faites)(?= )/iu, 'faire'],
    [/^(?:mets|mettez)(?= )/iu, 'mettre'],
    [/^(?:écris|écrivez)(?= )/iu, 'écrire'],
  ],
  ours: [
    [/(?<!\p{L})(?:ma|ta) (?=[^aeiouyéèêh\s])/giu, 'la '],
    [/(?<!\p{L})(?:mon|ton) (?=[^aeiouyéèêh\s])/giu, 'le '],
    [/(?<!\p{L})(?:mes|tes|vos|nos) (?=\p{L})/giu, 'les '],
  ],
  did: [
    [
      /^(?:j['’]ai|nous avons|on a) (?:(?:aussi|également|déjà|maintenant|bien|ensuite) )*(?=\p{L}+(?:é|i|u|is|it|ert)(?!\p{L}))/iu,
      '',
    ],
  ],
  will: [
    [
      /^(?:j['’]|je )(ajout|modifi|supprim|remplac|corrig|cré|renomm|implément|déplac|simplifi|utilis|configur|adapt)e(?!\p{L})/iu,
      '$1er',
    ],
    // What was done reads as in a commit: "J'ai corrigé X" -> "Corriger X".
    [
      /^(?:j['’]ai|nous avons|on a) (?:(?:aussi|également|déjà|maintenant|bien|ensuite|donc) )*(?=\p{L}+(?:é|i|u|is|it|ert)(?!\p{L}))/iu,
      '',
    ],
    [/^(\p{L}{2,})é(?= )/iu, '$1er'],
    [/^(extra)it(?= )/iu, '$1ire'],
    [/^(rédu|tradu|condu|introdu|constru|reprodu)it(?= )/iu, '$1ire'],
    [/^(ré)?écrit(?= )/iu, '$1écrire'],
    [/^mis à jour(?= )/iu, 'mettre à jour'],
    [/^mis(?= )/iu, 'mettre'],
    [/^(défin|réun|rempl|fourn|garant|établ|élarg)i(?= )/iu, '$1ir'],
    [/^(rend|étend)u(?= )/iu, '$1re'],
    [/^(restre|joi)int(?= )/iu, '$1indre'],
    [/^(\p{L}+(?:er|re|ir) \S.*?),? et (?:j['’]ai )?(\p{L}{2,})é(?= )/iu, '$1 et $2er'],
    [/^(\p{L}+(?:er|re|ir) \S.*?),? et (?:j['’]ai )?(?:mis|\p{L}+(?:uit|rait|crit)) .*$/iu, '$1'],
  ],
  intends: opening(
    "(?:(?:maintenant|d'abord|ensuite|bien|ok|parfait|puis|alors|enfin)[,.:!]? )*(?:je (?:vais|dois|peux|veux)|laisse[z]?-moi|nous (?:allons|devons|pouvons)|on (?:va|doit|peut)|il (?:faut|faudrait)|voyons|vérifions|allons)",
  ),
  looks: opening(
    "(?:d'abord |maintenant |le |la |les |l'|si )*(?:vérifier|regarder|lire|lancer|chercher|tester|analyser|voir|comprendre|explorer|examiner)",
  ),
  addressed: words(
    "tu|toi|te|ton|ta|tes|vous|votre|vos|me|moi|mon|ma|mes|je|nous|notre|nos|on|s'il (?:te|vous) pla[iî]t|essaie|essayez|vérifiez|relancez|dis-moi|n'hésite[z]?",
  ),
  points:
    /^(?:(?:le|la) (?:prochaine?|dernière?) (?:étape|point|tâche|élément)|.*(?<!\p{L})ces \p{L}+|.*(?<!\p{L})(?:quelques|plusieurs) (?:point|problème|erreur|chose|fichier)s(?!\p{L})|(?:et|ou|mais|car) |.*(?<!\p{L})une? autre |(?:j['’]ai )?trouvé |les (?:tests?|logs?) (?:montrent|ont montré|confirment) |(?:ceci|cela|ça|c['’](?:est|était)|ce(?:t|tte|s)?|ici|là|ainsi|il s['’]agit|ils?|elles?|voici|les deux|tout (?:ceci|cela|ça))(?!\p{L})|(?:le|la|les|l['’]) ?(?:changement|problème|erreur|fichier|code|solution|cause|suivante?s?|même)s? (?:est|était|sont|étaient)(?!\p{L}))/iu,
  depends: opening(
    'si|quand|lorsqu\\p{L}*|bien que|parce qu\\p{L}*|puisqu\\p{L}*|comme|pendant que|pour que|après|avant|une fois|afin|sans|pour|dès',
  ),
  joint: opening('alors'),
  open: /(?<!\p{L})(?:et|ou|mais|les?|la|l|une?|des?|du|d|en|au|aux|à|avec|par|pour|que?|qui|comme|si|car|ses?|sa|son|leurs?|est|sont|entre|sur|sans|dans|plus|très|suivante?s?|chaque|tous|toutes|ce|cette|ces|uniquement|seulement|toujours|ainsi|réagit)$|(?<!\p{L})que? ?(?:quand|lorsqu\p{L}*|si)(?!\p{L})[^,]*$/iu,
  state: words(
    'tous les tests (?:passent|sont passés)|les tests passent|tout (?:est (?:prêt|bon|en place)|fonctionne)|(?:build|compilation) (?:réussie?|ok)|terminé avec succès|(?:devrait|doivent|devraient) (?:maintenant|désormais|fonctionner)',
  ),
  asks: /[?？]$|^(?:quoi|que|quels?|quelles?|comment|pourquoi|où|qui|est-ce|peux-tu|y a-t-il)(?!\p{L})/iu,
  deed: /^(?:ajout|supprim|retir|corrig|modifi|mis(?:e)? à jour|mettre à jour|mets à jour|remplac|cré|implément|refactor|déplac|renomm|optimis|configur|migr|amélior|ajust|unifi|extrai|intégr)\p{L}*/iu,
  orders: opening('\\p{L}+ez|lance|ouvre|utilise|vérifie|relance|clique|teste|copie|colle|redémarre|recharge'),
  proposes: words(
    'propositions?|propose|suggestions?|suggère|recommand\\p{L}*|options?|pourrai\\p{L}*|devrai\\p{L}*|veux-tu|voulez-vous|tu veux qu|prochaines étapes|plan',
  ),
  proposal: 'Proposition : ',
  toDo: /^(?:ajout|supprim|retir|corrig|modifi|remplac|cré|implément|refactoris|déplac|renomm|optimis|configur|migr|amélior|ajust|unifi|intégr|divis|sépar|simplifi|valid|limit|utilis|branch|connect)er(?!\p{L})|^(?:mettre|extraire|convertir|réduire|inclure)(?!\p{L})/iu,
  ends: /\s(?=(?:au lieu d|parce qu|pour qu|afin d|puisqu|quand|lorsqu|si|via|avec|sans|avant|après|et (?:maintenant|aussi|ensuite))\p{L}*['’\s])/giu,
  tails: before(
    'car|plutôt|au-delà|et|ou|mais|dans|pour|avec|depuis|selon|pendant|lors|sur|sans|grâce|vers|ainsi que|tout en|où|qui|que',
  ),
  fills: words('maintenant|désormais|aussi|également|déjà|correctement|automatiquement|directement'),
  verbLast: NEVER,
  hasOwnCommas: false,
  script: /\p{L}/u,
  empty: `
  le la les un une des du de d l et ou ni que qui quoi dont où au aux en dans avec sans pour par sur sous entre vers chez
  depuis pendant selon se sa ses leur leurs lui nous vous ils elles elle il je tu te moi toi mon ma mes ton ta tes notre nos
  votre vos ce cet cette ces cela ça ceci c est sont était étaient été être ai as a avons avez ont avait avoir fait font faire
  comme quand lorsque parce car mais donc alors si plus moins très trop peu beaucoup aussi déjà maintenant avant après ensuite
  puis ainsi chaque tout toute tous toutes autre autres même mêmes quelque quelques aucun aucune rien quel quelle quels quelles
  peut peuvent peux pourrait doit doivent devrait faut ne pas n y qu s m t j encore seulement veux voici voilà`,
}));
