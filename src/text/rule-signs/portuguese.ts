// Portuguese.
import { closing, opening, words } from '../word-patterns.ts';
import { defineSigns } from './signs.ts';

const FAILS =
  '(?! (?:me|se|falha\\p{L}*|dá|dão|aparece\\p{L}*|funciona\\p{L}*|retorna\\p{L}*|ocorre|acontece|tem|é|está|foi|vi|que (?:eu|o|a))(?!\\p{L}))';

export const portuguese = defineSigns(
  {
    language: 'pt',
    common: words(
      'o|os|não|com|uma|um|do|da|no|na|em|que|e|use|usar|sempre|nunca|favor|este|esta|para|são|nosso|nossos|nossa|todos|todas|projeto|código|testes|ao|invés|você|jamais|vez|dos|das|de|a|as|se|prefiro|evite|mensagens|seus|meus|antes|lembre|sem|faça|responda|pergunte',
    ),
    letters: /[ãõ]/iu,
  },
  () => ({
    always: new RegExp(
      [
        `^(?:sempre|nunca|jamais)${FAILS}\\s`,
        `^\\p{L}+(?:a|e|ar|er|ir|em|am|as|es)? (?:sempre|nunca|jamais)${FAILS}\\s`,
        `(?<!\\p{L})(?:deve|devem|devemos|você deve|tem que|temos que|quero que|e|favor,?)\\s(?:sempre|nunca|jamais)${FAILS}`,
        `(?<!\\p{L})(?:deve|devem|devemos|tem que|têm que|temos que)(?!\\p{L})[^,]{0,40} (?:sempre|nunca|jamais)(?!\\p{L})`,
        '(?<!\\p{L})(?:de agora em diante|a partir de agora|daqui (?:para|pra) (?:a )?frente|no futuro|(?:toda|cada) vez que (?!faço|eu|o |a |falha)\\p{L}+|sempre que (?:possível|puder|for|fizer|escrever)|via de regra|sem exceção|em todos os casos|por padrão|da próxima vez)(?!\\p{L})|, (?:sempre|nunca)[.!]*$',
      ].join('|'),
      'iu',
    ),
    every: words(
      '(?:antes|depois) de cada (?:commit|mudança|alteração|push|pr|tarefa|merge|versão)|em (?:cada|todos os) (?:commits?|pr|prs|mensagens de commit)|a cada (?:commit|mudança|push)',
    ),
    permission: words(
      'sem (?:me )?(?:perguntar|consultar)|sem (?:a )?minha (?:permissão|aprovação)|pergunte(?:-me)? (?:antes|primeiro)|só (?:\\p{L}+ ){0,4}(?:quando|se) eu (?:pedir|mandar|disser)',
    ),
    forbid: opening(
      'não (?:use|usa|usem|utilize|adicione|escreva|faça|coloque|crie|commite|modifique|altere|rode|execute|inclua|misture|instale|suba|envie|quero (?:que|mais|ver))|evite|evita|evitar|nada de|pare de \\p{L}+|proibido|chega de|nunca mais',
    ),
    prefer: words(
      '(?:use|usa|usem|utilize|usar|utilizar|escreva|prefira|preferimos|prefiro) [^.;]{1,60} (?:em vez de|ao invés de|no lugar de|em vez do|em vez da|e não)|(?:deve|devem|deveria|deveriam) (?:ser usad[oa]s?|usar) [^.;]{0,60}(?:em vez|ao invés|no lugar)|(?:em vez|ao invés) de [^.;]{1,40}, (?:use|utilize)',
    ),
    habit: opening(
      '(?:aqui )?(?:nós )?(?:usamos|utilizamos|escrevemos|preferimos|seguimos|não usamos)|(?:a gente|aqui a gente) usa|n(?:este|esse|o nosso) (?:repo(?:sitório)?|projeto|time|código)(?=.{0,30} (?:usamos|utilizamos|a gente usa|se usa|sempre|nunca|devem|ficam|não usamos)(?!\\p{L}))|noss[oa]s? (?:commits?|convenção|estilo|padrão|regra|testes|comentários|código|branches)(?!\\p{L}).{0,40}(?:é|são|devem|deve|vão)|a (?:convenção|regra) é|(?:o código|os (?:commits|comentários|testes)|as (?:mensagens(?: de commit)?|branches))(?: e [^.]{1,30}?)? (?:devem?|precisam?) (?:estar|ser|usar|seguir|ter)|responda(?:-me)? (?:só )?em (?:inglês|português)|tod[oa]s [oa]s (?:commits?|testes|comentários|mensagens de commit|branches|prs) (?:devem|precisam|são)|mantenha (?:noss[oa]s?|meus?|minhas?|tod[oa]s?)',
    ),
    wish: opening('prefiro|eu prefiro|preferia|não gosto|eu não gosto|gosto mais|odeio'),
    remember: opening(
      '(?:lembre(?:-se)?|lembra|não esqueça|não se esqueça|tenha em mente|anote|guarde)(?=,? (?:que|de que)|:|.* (?:antes|depois|cada|sempre|nunca)(?!\\p{L}))',
    ),
    again: words(
      'já (?:te |lhe )?(?:disse|falei)|eu (?:te )?(?:disse|falei)|como (?:eu )?(?:já )?(?:disse|falei)|de novo|outra vez|mais uma vez|não foi isso que (?:eu )?(?:pedi|quis|disse)',
    ),
    work: words(
      'commits?|mensagens? de commit|branch(?:es)?|prs?|pull requests?|push|merge|rebase|testes?|linter|lint|format\\p{L}*|tipos|tipagem|comentários?|documentação|docs|readme(?:\\.md)?|changelog|código|estilo|nomes?|variáveis|imports?|dependências?|gerenciador de pacotes|bibliotecas?|ferramentas?|scripts?|tarefas|tickets?|revis\\p{L}+|pergunt\\p{L}+|confirm\\p{L}+|permissão|expli\\p{L}+|respostas?|respond\\p{L}+|resumos?|inglês|português|emojis?|tabs|espaços|ponto e vírgula|aspas|mocks?|refator\\p{L}*|ci|deploy|versões|sudo|plano|main|master|produção',
    ),
    product: words(
      'usuários?|clientes?|bot(?:ão|ões)|páginas?|telas?|endpoints?|api|requisiç\\p{L}+|servidor|banco de dados|linhas?|campos?|colunas?|importador|cache|mostr\\p{L}+|exib\\p{L}+|formulário|carrinho|o app|a função',
    ),
    once: words(
      'agora|desta vez|dessa vez|hoje|amanhã|por enquanto|ainda|aqui|(?:est[ea]s?|ess[ea]s?|nest[ea]s?|ness[ea]s?) (?:\\p{L}+ )?(?:função|arquivos?|testes?|linha|método|classe|caso|pr|branch|commit|mudanças?|alterações|erros?|tarefa|passo|módulo|componente|página|parte|seção)|na linha|primeiro|já|o (?:novo|velho|último|primeiro|próximo)|a (?:nova|velha|última|primeira|próxima)',
    ),
    soft: words(
      'primeiro|já|aqui|ainda|o (?:novo|velho|último|primeiro|próximo)|a (?:nova|velha|última|primeira|próxima)',
    ),
    asks: opening(
      'pode|poderia|podemos|você pode|dá (?:pra|para)|por que|por quê|o que|qual|quem|onde|como|deveria|deveríamos|será que|seria|é possível|tem como',
    ),
    tells: words(
      '(?:sempre|nunca) (?:me|se|falha\\p{L}*|dá|dão|aparece\\p{L}*|funciona\\p{L}*|retorna\\p{L}*|ocorre|acontece|é|está)|não (?:funciona|passa|passam|compila|aparece|existe)|deveria ter',
    ),
    hedge: words('talvez|acho que|eu acho|provavelmente|quem sabe|não tenho certeza|seria (?:bom|legal)'),
    reports: words(
      'diz(?:em)?|segundo|de acordo com|menciona\\p{L}*|recomenda\\p{L}*|sugere\\p{L}*|(?:o )?(?:erro|comentário|texto|instruções)(?: é)?:|a mensagem(?: é)?:|por exemplo|ignore',
    ),
    modal: words('deve|devem|deveria|deveriam|tem que|têm que|precisa|precisam|pode|podem'),
    us: words('você|vocês|nós|eu|a gente|claude|agentes?|devemos'),
    everywhere: words(
      'em todos (?:os )?(?:meus|nossos)? ?(?:projetos|repos|repositórios)|em todo lugar|globalmente|em qualquer projeto|em cada projeto',
    ),
    lead: opening(
      'por favor|pf|ok(?:ay)?|certo|beleza|bom|não,|sim|e|também|mas|oi|olá|aliás|de novo|desculpa|obrigado|bem|atenção',
    ),
    tail: closing('por favor|pf|obrigado|obrigada|valeu|ok(?:ay)?'),
    no: words('nunca|jamais|não|sem|evite|evita|evitar|nada|proibido|odeio|pare'),
    instead: words('em vez de|em vez do|em vez da|ao invés de|no lugar de|e não|não'),
    small:
      'o a os as um uma de do da dos das em no na nos nas e ou com por para que é são se sempre nunca jamais não use usa usar usem utilize utilizar usamos utilizamos favor este esta nosso nossa nossos nossas todos todas projeto repo agora diante partir diretamente devem deve sem vez invés',
  }),
);
