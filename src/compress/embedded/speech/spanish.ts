// Spanish.
import { before, NEVER, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

export const spanish = defineSpeech(() => ({
  opener:
    /^¡?(?:el problema (?:es|era) que|(?:listo|hecho|perfecto|excelente|bien|muy bien|genial|sí|no|claro|ok(?:ay)?|vale|de acuerdo|entendido|bueno|exacto|correcto|corregido|solucionado|arreglado|en resumen|resumen|(?:el |la )?(?:problema|causa|solución)|resultado|nota|(?:implementación|tarea|migración|corrección) completad[ao]|cambios? (?:realizados?|aplicados?|completados?))\s*!?(?:[,.!:]|\s[—–-])+|(?:ahora|además|también|por último|finalmente|luego|después|primero|entonces|pero|y|así)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words('por favor|(?:puedes|podrías|podés)|quiero que|necesito que|me gustaría que|ayúdame a|gracias'),
  asked: [
    [/^¿?cómo (?:puedo|podemos|podría(?:mos)?|hago para|hacemos para|se puede|debo|debería(?:mos)?) /iu, 'cómo '],
    [
      /^(agreg|actualiz|cre|elimin|cambi|modific|implement|quit|revis|arregl|mejor|configur|integr|analiz|gener|ejecut|utiliz|us|instal|ajust|renombr|reemplaz|optimiz|refactoriz|document|prepar|investig|verific|valid|copi|guard|export|import|despleg|desactiv|activ|habilit|complet|separ|normaliz)(?:u?[aáeé]n?)(?:le|lo|la|me|nos)? /iu,
      '$1ar ',
    ],
    [/^añad[ea](?= )/iu, 'añadir'],
    [/^corri(?:ge|ja)(?= )/iu, 'corregir'],
    [/^escrib[ea](?= )/iu, 'escribir'],
    [/^incluy[ea](?= )/iu, 'incluir'],
    [/^sub[ea](?= )/iu, 'subir'],
    [/^ha(?:z|ga|cé)(?= )/iu, 'hacer'],
    [/^pon(?:ga|é)?(?= )/iu, 'poner'],
  ],
  did: [[/^(?:(?:ya )?(?:he|hemos) |ya )(?=\p{L}+(?:ado|ido|to|cho)(?!\p{L}))/iu, '']],
  will: [
    [
      /^(agreg|actualiz|modific|elimin|reemplaz|implement|quit|cambi|ajust|optimiz|refactoriz|renombr|configur|integr|arregl)o(?!\p{L})/iu,
      '$1ar',
    ],
    [/^(añad)o(?!\p{L})/iu, '$1ir'],
    [/^(corr)ijo(?!\p{L})/iu, '$1egir'],
    [/^(\p{L}{3,}[aei]r)é(?!\p{L})/iu, '$1'],
    // What was done reads as in a commit: "Corregí X", "He corregido X" -> "Corregir X".
    [/^(?:ya )?(?:he|hemos) (?=\p{L}+(?:[ai]d|hech|puest|escrit|abiert)o(?!\p{L}))/iu, ''],
    [
      /^(añad|correg|divid|permit|un|convert|reduc|inclu|defin|redefin|sustitu|constru|restring|impid|inser)(?:ido|í)(?= )/iu,
      '$1ir',
    ],
    [/^(mov|remov|resolv|extend|establec|romp|proteg|promov|desenvolv)(?:ido|í)(?= )/iu, '$1er'],
    [/^(\p{L}{2,})ado(?= )/iu, '$1ar'],
    [/^(\p{L}+)qué(?= )/iu, '$1car'],
    [/^(\p{L}+)gué(?= )/iu, '$1gar'],
    [/^(\p{L}+[aeionrl])cé(?= )/iu, '$1zar'],
    [/^(\p{L}{3,})é(?= )/iu, '$1ar'],
    [/^(extra)je(?= )/iu, '$1er'],
    [/^(redu|introdu|tradu)je(?= )/iu, '$1cir'],
    [/^(?:puse|puesto)(?= )/iu, 'poner'],
    [/^(?:hice|hecho)(?= )/iu, 'hacer'],
    [/^(re)?escrito(?= )/iu, '$1escribir'],
    [/^(re)?escribí(?= )/iu, '$1escribir'],
    [/^(\p{L}+[aei]r \S.*?),? y (?:he )?(\p{L}{2,}?)(?:é|ado)(?= )/iu, '$1 y $2ar'],
    [/^(\p{L}+[aei]r \S.*?),? y (?:he )?\p{L}+(?:í|ido|je) .*$/iu, '$1'],
  ],
  intends: opening(
    '(?:(?:ahora|primero|luego|bien|ok|vale|perfecto|después|también|entonces|listo)[,.:!]? )*(?:voy a|vamos a|déjame|dejame|déjeme|permíteme|necesito|necesitamos|tengo que|debo|debemos|hay que|puedo|podemos|quiero)',
  ),
  looks: opening(
    '(?:a |y |ver |el |la |los |las |cómo |si )*(?:verificar|revisar|buscar|leer|ejecutar|probar|mirar|comprobar|analizar|ver|entender|explorar|investigar)',
  ),
  addressed: words(
    'creo|en esta (?:sesión|conversación)|leí|revisé|chequeé|analicé|miré|busqué|(?:abajo|acá|aquí|ahí) va|voy|tú|tu|tus|te|ti|usted|ustedes|me|mi|mis|yo|nosotros|nos|por favor|puedes|podés|podrás|debes|necesitas|quieres|tienes|deberías|verás|identificas|avísame|dime|verifico|reviso|actualizo|agrego|añado|corrijo|busco|leo|limpio|ejecuto|pruebo|modifico|elimino|hago|miro|compruebo|analizo|procedo|sigo|veo|empiezo|continúo|implemento|reemplazo|quito|recuerda',
  ),
  points:
    /^(?:l[oa]s? (?:he|ha|valido|comprobé|probé|capturo|cambié|moví|puse|dejé|hago|hice|añadí|quité)(?!\p{L})|(?:el|la|lo) (?:siguiente|próxim[oa]|últim[oa])(?: y últim[oa])? (?:ítem|paso|punto|tarea|cosa)|.*(?<!\p{L})(?:un par de|algun[ao]s|vari[ao]s) (?:punto|problema|error|cosa|archivo|cambio)s(?!\p{L})|(?:y|o|u|pero|sino) |\p{L}{2,}(?<![ai]d|ch|rt|st|ct|nt)o (?:el|la|los|las|al|también|ahora|un|una) (?!\p{L}*(?:es|son|est)(?!\p{L}))|que |.*(?<!\p{L})otr[ao]s? |encontr(?:é|amos) |l[ao]s (?:tests?|pruebas?|logs?) (?:muestran|mostraron|confirman) |\p{L}+(?:ando|iendo) |(?:est[eao]s?|es[eao]s?|ell[ao]s|ahí|aquí|allí|así|lo (?:que|anterior|mismo)|amb[ao]s|todo (?:esto|eso)|solo)(?!\p{L})|(?:el|la|los|las) (?:cambio|problema|error|archivo|fix|código|solución|causa|siguientes?|anterior(?:es)?|mism[ao]s?)s? (?:es|está|era|fue|estaba|son|están)(?!\p{L})|.*\s(?:ahí|aquí|allí)$)/iu,
  depends: opening(
    'si|cuando|aunque|porque|ya que|dado que|mientras|para que|después de|antes de|una vez|como|sin|para',
  ),
  joint: opening('entonces'),
  open: /(?<!\p{L})(?:y|e|o|u|pero|el|la|los|las|una?|unos|unas|del?|en|al?|con|por|para|que|como|si|porque|sus?|se|es|son|está|están|entre|sobre|sin|según|lo|le|más|muy|siguientes?|cada|todos|todas|así|solo|solamente|únicamente)$|,\s(?:ni|o) [^,]{2,24}$|(?<!\p{L})que (?:cuando|si)(?!\p{L})[^,]*$/iu,
  state: words(
    'tod[ao]s? l[ao]s (?:tests?|pruebas?) pasa(?:n|ron)|(?:los |las )?(?:tests?|pruebas?) pasa(?:n|ron)|todo (?:listo|funciona|correcto)|(?:build|compilación) (?:exitos[ao]|correct[ao])|completad[ao] con éxito|debería(?:n)? (?:ahora|ya|funcionar)',
  ),
  asks: /[?？¿]|^(?:qué|cómo|por qué|dónde|cuándo|cuál|quién|hay)(?!\p{L})/iu,
  deed: /^(?:remov|desactiv|activ|habilit|deshabilit|divid|separ|simplific|document|valid|limit|extend|convert|reduc|incluir|agreg|añad|elimin|corrig|correg|cambi|actualiz|reemplaz|sustitu|cre(?:é|a|o)|implement|refactor|mov|mueve|renombr|optimiz|configur|migr|mejor|arregl|quit|ajust|unific|extra(?:e|í|j)|integr)\p{L}*/iu,
  orders: opening(
    '(?:prob|prueb|confirm|avis|fij|revis|corr|ejecut|mir|verific|comprob)[aáeé](?:l[oa]s?|me|te|nos)|ejecuta|abre|usa|prueba|revisa|haz|recarga|verifica|asegúrate|recuerda|entra|ve|copia|pega|selecciona|reinicia|abrir|ejecutar|probar|verificar',
  ),
  proposes: words(
    'propuestas?|propongo|sugerencias?|sugiero|recomiendo|recomendación|opciones|opción|podríamos|podrías|debería\\p{L}*|quieres que|próximos pasos|plan',
  ),
  proposal: 'Propuesta: ',
  toDo: /^(?:agreg|añad|elimin|correg|cambi|actualiz|reemplaz|sustitu|cre|implement|refactoriz|mov|renombr|optimiz|configur|migr|mejor|arregl|quit|ajust|unific|extra|integr|divid|separ|simplific|valid|limit|convert|reduc|inclu|us)[aeiíu]{1,2}r(?!\p{L})/iu,
  ends: /\s(?=(?:en lugar de|en vez de|porque|para que|ya que|cuando|si|que (?:ahora|se)|mediante|usando|sin|antes de|después de|y (?:ahora|también|luego))\s)/giu,
  tails: before(
    'mientras|y|e|o|pero|en|para|con|desde|hasta|según|durante|tras|dentro|mediante|sin|sobre|cuando|donde|como|que',
  ),
  fills: words('ahora|también|además|ya|correctamente|automáticamente|directamente'),
  verbLast: NEVER,
  hasOwnCommas: false,
  script: /\p{L}/u,
  empty: `
  el la los las un una unos unas y e o u ni que de del al en con por para sin sobre entre hasta desde hacia según durante
  mediante tras se su sus lo le les nos tu tus te ti mi mis yo tú él ella ellos ellas usted ustedes nosotros esto esta este
  estos estas eso esa ese esos esas aquel aquella aquí ahí allí es son era eran fue fueron ser sido está están estaba estar
  hay haya había ha han he hemos haber tiene tienen tener como cómo cuando cuándo donde dónde porque pero sino aunque si sí
  más menos muy mucho mucha muchos muchas poco también tampoco ya ahora antes después luego entonces así cada todo toda todos
  todas otro otra otros otras mismo misma mismos mismas algo alguna alguno algún ningún ninguna nada cual cuál quien quién
  cuyo cuya puede pueden puedes podría debe deben debería hace hacen hacer hacia solo sólo aún todavía además quiero quieres
  necesito favor`,
}));
