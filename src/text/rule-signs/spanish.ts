// Spanish.
import { closing, opening, words } from '../word-patterns.ts';
import { defineSigns } from './signs.ts';

const FAILS =
  '(?! (?:me|te|se|falla\\p{L}*|da|dan|sale|salen|aparece\\p{L}*|funciona\\p{L}*|devuelve\\p{L}*|ocurre|pasa|ha|han|es|está|fue|hubo|vi)(?!\\p{L}))';

export const spanish = defineSigns(
  {
    language: 'es',
    common: words(
      'el|los|las|con|una|un|del|por|que|en|y|usa|uses|usar|siempre|nunca|favor|este|esta|para|es|son|nuestro|nuestros|nuestra|todos|todas|proyecto|jamás|código|pruebas|hay|lugar|vez|de|a|al|se|no|prefiero|evita|añadas|mensajes|tus|mis|sin|hagas|haz|pregunta|preguntarme|responde',
    ),
    letters: /[ñ¿¡]/iu,
  },
  () => ({
    always: new RegExp(
      [
        `^(?:siempre|nunca|jamás)${FAILS}\\s`,
        `^\\p{L}+(?:a|e|as|es|ar|er|ir|en|an|z|n)? (?:siempre|nunca|jamás)${FAILS}\\s`,
        `(?<!\\p{L})(?:debes?|deben|debemos|hay que|tienes? que|tenemos que|quiero que|procura|y|favor,?)\\s(?:siempre|nunca|jamás)${FAILS}`,
        `(?<!\\p{L})(?:deben?|debes|debemos|tienen? que|tienes que|hay que)(?!\\p{L})[^,]{0,40} (?:siempre|nunca|jamás)(?!\\p{L})`,
        '(?<!\\p{L})(?:de ahora en adelante|a partir de ahora|de aquí en adelante|en adelante|en el futuro|cada vez que (?!hago|ejecuto|corro|se |me |falla)\\p{L}+|siempre que (?:sea posible|puedas|podamos|hagas|escribas)|por regla general|sin excepción|en todo momento|por defecto|la próxima vez)(?!\\p{L})|, (?:siempre|nunca)[.!]*$',
      ].join('|'),
      'iu',
    ),
    every: words(
      '(?:antes|después) de cada (?:commit|cambio|push|pr|tarea|merge|versión)|en (?:cada|todos los) (?:commits?|cambio|pr|prs|mensajes de commit)',
    ),
    permission: words(
      'sin (?:preguntar(?:me)?|consultar(?:me)?|mi (?:permiso|aprobación))|pregúntame (?:antes|primero)|pregunta (?:antes|primero)|solo (?:\\p{L}+ ){0,4}(?:cuando|si) (?:yo )?te lo (?:pida|diga)',
    ),
    forbid: opening(
      'no (?:hagas commits?|uses|use|usen|utilices|utilice|utilicen|añadas|añada|agregues|agregue|escribas|escriba|hagas|haga|pongas|ponga|crees|cree|modifiques|modifique|subas|suba|hagas push|commitees|ejecutes|ejecute|mezcles|mezcle|instales|instale|incluyas|incluya|quiero (?:que|ver|más))|evita(?:r)?|evite|nada de|deja de \\p{L}+|deje de \\p{L}+|prohibido|se prohíbe|nunca más',
    ),
    prefer: words(
      '(?:usa|use|usen|utiliza|utilice|usar|utilizar|escribe|prefiere|preferimos|prefiero) [^.;]{1,60} (?:en lugar de|en vez de|y no|antes que)|(?:debe|deben|debería|deberían) (?:usarse|usar) [^.;]{1,60} (?:en lugar de|en vez de)|en (?:lugar|vez) de [^.;]{1,40}, (?:usa|use|utiliza)',
    ),
    habit: opening(
      '(?:aquí )?(?:nosotros )?(?:usamos|utilizamos|escribimos|preferimos|seguimos|trabajamos con|no usamos)|en (?:este|nuestro) (?:repo(?:sitorio)?|proyecto|equipo|código)(?=.{0,30} (?:usamos|utilizamos|se usan?|no usamos|siempre|nunca|van|escribimos|deben)(?!\\p{L}))|nuestr[oa]s? (?:commits?|convención|estilo|norma|regla|pruebas|comentarios|código|ramas)\\b.{0,40}(?:es|son|deben|van|está|están)|la (?:convención|norma|regla) es|(?:el código|los (?:commits|comentarios|tests|mensajes(?: de commit)?)|las (?:pruebas|ramas))(?: y [^.]{1,30}?)? (?:deben?|tienen que|van) (?:estar|ser|ir|escribirse|llevar|seguir|usar|en)|responde(?:me)? (?:solo )?en (?:inglés|español)|tod[oa]s l[oa]s (?:commits?|tests?|pruebas|comentarios|mensajes de commit|ramas|prs) (?:deben|tienen que|van|son)|mantén (?:nuestr[oa]s?|mis?|tod[oa]s?)',
    ),
    wish: opening('prefiero|preferiría|no me gusta(?:n)?|me gusta(?:n)? (?:más|que)|odio'),
    remember: opening(
      '(?:recuerda|recuerde|ten en cuenta|tenga en cuenta|no olvides|toma nota|acuérdate)(?=,? (?:que|de que)|:|.* (?:antes|después|cada|siempre|nunca)(?!\\p{L}))',
    ),
    again: words(
      'ya te (?:lo )?(?:dije|he dicho)|te (?:lo )?dije|como (?:ya )?(?:te )?dije|otra vez|de nuevo|eso no es lo que (?:pedí|quería|dije)',
    ),
    work: words(
      'commits?|mensajes? de commit|ramas?|prs?|pull requests?|push|fusionar|rebase|tests?|pruebas?|linter|lint|format\\p{L}*|tipos|comentarios?|documentación|docs|readme(?:\\.md)?|changelog|código|estilo|nombres?|variables|importaciones|dependencias?|gestor de paquetes|librerías?|bibliotecas?|herramientas?|scripts?|tareas|tickets?|revis\\p{L}+|pregunt\\p{L}+|confirm\\p{L}+|permiso|explic\\p{L}+|respuestas?|responde\\p{L}*|resumen|resúmenes|inglés|español|emojis?|tabuladores|espacios|punto y coma|comillas|mocks?|refactor\\p{L}*|ci|despl\\p{L}+|versiones|sudo|plan|main|master|producción',
    ),
    product: words(
      'usuarios?|clientes?|bot[óo]n(?:es)?|páginas?|pantallas?|endpoints?|api|peticion(?:es)?|servidor|base de datos|filas?|campos?|columnas?|importador|cach[eé]|muestr\\p{L}+|formulario|carrito|la app|la función',
    ),
    once: words(
      'ahora|ahora mismo|esta vez|hoy|mañana|por ahora|de momento|todavía|aún|aquí|(?:est[ea]s?|es[ea]s?|estos|esos) (?:\\p{L}+ )?(?:función|archivo|fichero|test|prueba|pruebas|línea|método|clase|caso|pr|rama|commit|cambios?|errores|error|tarea|paso|módulo|componente|página|parte|sección)|en la línea|primero|ya|el (?:nuevo|viejo|último|primer|siguiente)|la (?:nueva|vieja|última|primera|siguiente)',
    ),
    soft: words(
      'primero|ya|aquí|todavía|el (?:nuevo|viejo|último|primer|siguiente)|la (?:nueva|vieja|última|primera|siguiente)',
    ),
    asks: opening(
      'puedes?|podrías?|podemos|por qué|qué|cuál|quién|dónde|cómo|debería|deberíamos|hay (?!que)|tienes (?!que)|sería|es posible|¿',
    ),
    tells: words(
      '(?:siempre|nunca) (?:me|se|falla\\p{L}*|da|dan|sale|salen|aparece\\p{L}*|funciona\\p{L}*|devuelve\\p{L}*|ocurre|pasa|ha|han|es|está)|no (?:funciona|pasa|pasan|sale|compila|aparece|existe)|debería haber',
    ),
    hedge: words(
      'quizás?|tal vez|creo que|pienso que|a lo mejor|probablemente|supongo|no estoy segur[oa]|estaría bien',
    ),
    reports: words(
      'dice\\p{L}*|según|pone que|menciona\\p{L}*|recomienda\\p{L}*|sugiere\\p{L}*|(?:el )?(?:error|mensaje|comentario|texto|instrucciones)(?: es)?:|por ejemplo|ignora\\p{L}*',
    ),
    modal: words('debe|deben|debería|deberían|debes|tiene que|tienen que|tendrá|puede|pueden|podrá'),
    us: words('tú|nosotros|yo|usted|claude|agentes?|debes|tienes'),
    everywhere: words(
      'en todos (?:mis|nuestros|los) (?:proyectos|repos|repositorios)|en todas partes|globalmente|en cualquier proyecto|en cada proyecto',
    ),
    lead: opening(
      'por favor|ok(?:ay)?|vale|bueno|no,|sí|y|también|pero|oye|hola|además|otra vez|perdona|gracias|bien|porfa',
    ),
    tail: closing('por favor|gracias|vale|ok(?:ay)?|porfa'),
    no: words('nunca|jamás|no|sin|evita|evite|evitar|nada|prohibido|odio'),
    instead: words('en lugar de|en vez de|y no|no'),
    small:
      'el la los las un una unos unas de del en y o a al con por para que es son se siempre nunca jamás no usa use uses usar usen utiliza utilice utilices utilizar usamos utilizamos favor este esta nuestro nuestra nuestros nuestras todos todas proyecto repo ahora adelante partir directamente deben debe sin lugar vez',
  }),
);
