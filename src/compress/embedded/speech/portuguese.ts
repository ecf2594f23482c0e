// Portuguese.
import { before, NEVER, opening, words } from '../../../text/word-patterns.ts';
import { defineSpeech } from './speech.ts';

export const portuguese = defineSpeech(() => ({
  opener:
    /^(?:o problema (?:é|era) que|(?:pronto|feito|perfeito|excelente|ótimo|bom|muito bem|sim|não|claro|ok(?:ay)?|certo|entendi(?:do)?|beleza|exato|correto|corrigido|resolvido|em resumo|resumo|(?:o |a )?(?:problema|causa|solução)|resultado|nota|(?:implementação|tarefa|migração|correção) concluída)\s*!?(?:[,.!:]|\s[—–-])+|(?:agora|além disso|também|por fim|finalmente|depois|primeiro|então|mas|e|assim)(?=[\s,:])[,:]?)\s*/iu,
  courtesy: words(
    'por favor|(?:você )?(?:pode|poderia|consegue)|quero que(?: você)?|preciso que(?: você)?|gostaria que|me ajud[ea] a|obrigad[oa]',
  ),
  asked: [
    [/^como (?:posso|podemos|eu (?:posso|faço para)|faço para|fazer para|devo) /iu, 'como '],
    [
      /^(adicion|cri|alter|mud|atualiz|implement|configur|analis|verific|ajust|melhor|refator|ger|execut|instal|integr|document|test|valid|renome|us|utiliz|prepar|complet|separ)(?:a|e|em) /iu,
      '$1ar ',
    ],
    [/^corri(?:ge|ja)(?= )/iu, 'corrigir'],
    [/^remov[ae](?= )/iu, 'remover'],
    [/^escrev[ae](?= )/iu, 'escrever'],
    [/^fa(?:z|ça)(?= )/iu, 'fazer'],
  ],
  did: [[/^(?:eu )?(?:já )?(?:tinha |foi |foram )?(?=\p{L}+(?:ei|ado|ido)(?!\p{L}))/iu, '']],
  will: [
    [/^(adicion|atualiz|alter|implement|ajust|configur|integr)o(?!\p{L})/iu, '$1ar'],
    [/^(remov)o(?!\p{L})/iu, '$1er'],
    [/^(substitu)o(?!\p{L})/iu, '$1ir'],
    [/^(corri)jo(?!\p{L})/iu, '$1gir'],
    [/^(\p{L}{3,}[aei]r)ei(?!\p{L})/iu, '$1'],
    // What was done reads as in a commit: "Corrigi X" -> "Corrigir X".
    [/^(\p{L}+)quei(?= )/iu, '$1car'],
    [/^(\p{L}+)guei(?= )/iu, '$1gar'],
    [/^(\p{L}{2,})ei(?= )/iu, '$1ar'],
    [/^(remov|mov|resolv|reescrev|escrev|estend|estabelec|promov|desenvolv)i(?= )/iu, '$1er'],
    [/^(corrig|divid|substitu|permit|inclu|defin|reduz|inser|converter?t|unif|constru|restring)i(?= )/iu, '$1ir'],
    [/^(extra)í(?= )/iu, '$1ir'],
    [/^(\p{L}+[aei]r \S.*?),? e (\p{L}{2,})ei(?= )/iu, '$1 e $2ar'],
    [/^(\p{L}+[aei]r \S.*?),? e (?!aqui|ali)\p{L}{3,}i .*$/iu, '$1'],
  ],
  intends: opening(
    '(?:(?:agora|primeiro|depois|bem|ok|certo|perfeito|então|também|pronto|já)[,.:!]? )*(?:(?:eu )?vou|vamos|deixe?-?me|deixa eu|preciso|precisamos|tenho (?:que|de)|devo|devemos|posso|podemos|quero)',
  ),
  looks: opening(
    '(?:a |e |o |os |as |se |primeiro )*(?:verificar|revisar|buscar|ler|executar|testar|olhar|checar|analisar|ver|entender|explorar|investigar)',
  ),
  addressed: words(
    'acho|nesta (?:sessão|conversa)|li tudo|revisei|olhei|segue (?:abaixo|aqui)|você|vocês|tu|teu|tua|te|seu navegador|me|meu|minha|meus|minhas|eu|nós|nos dá|por favor|pode|deve|precisa|quer|quiser|tente|rode|abra|execute|me avise|me diga|verifico|reviso|atualizo|adiciono|crio|corrijo|busco|leio|executo|modifico|removo|faço|olho|analiso|continuo|implemento',
  ),
  points:
    /^(?:(?:e|ou|mas|porém) |vejo |(?:o|a) (?:próxim[oa]|últim[oa]) (?:item|passo|ponto|tarefa|etapa)|.*(?<!\p{L})(?:algu(?:ns|mas)|vári[ao]s) (?:ponto|problema|erro|coisa|arquivo)s(?!\p{L})|.*(?<!\p{L})outr[ao]s? |encontr(?:ei|amos) |os (?:testes?|logs?) (?:mostram|mostraram|confirmam) |\p{L}+(?:ando|endo|indo) |(?:isto|isso|est[ea]s?|ess[ea]s?|el[ea]s?|aqui|ali|lá|assim|o (?:que|mesmo|seguinte)|amb[ao]s|tudo (?:isso|isto))(?!\p{L})|(?:o|a|os|as) (?:mudança|problema|erro|arquivo|código|solução|causa|seguintes?|mesm[ao]s?)s? (?:é|está|era|foi|estava|são|estão)(?!\p{L}))/iu,
  depends: opening(
    'se|quando|embora|porque|já que|visto que|enquanto|para que|depois de|antes de|uma vez|como|sem|para|caso',
  ),
  joint: opening('então'),
  open: /(?<!\p{L})(?:e|ou|mas|os?|as?|uma?|uns|umas|d[eoa]s?|em|n[oa]s?|à|ao|com|por|para|que|como|se|porque|seus?|suas?|é|são|está|estão|entre|sobre|sem|lhe|mais|muito|seguintes?|cada|todos|todas|pel[ao]s?|apenas|somente|sempre)$|,\s(?:nem|ou) [^,]{2,24}$|(?<!\p{L})que (?:quando|se)(?!\p{L})[^,]*$/iu,
  state: words(
    'tod[ao]s os testes pass(?:am|aram)|(?:os )?testes pass(?:am|aram|ando)|tudo (?:pronto|funciona|funcionando|certo)|build (?:ok|passou)|concluíd[ao] com sucesso|todas? concluídas?|deve(?:ria)?m? (?:agora|funcionar)',
  ),
  asks: /[?？]$|^(?:o que|que|como|por que|onde|qual|quais|quem|tem como|há)(?!\p{L})/iu,
  deed: /^(?:adicion|remov|elimin|corrig|alter|mud|atualiz|substitu|cri(?:a|e|o)|implement|refator|mov|renome|otimiz|configur|migr|melhor|ajust|unific|extra(?:i|í)|integr|inclu)\p{L}*/iu,
  orders: opening(
    'execute|rode|abra|use|teste|verifique|lembre|não esqueça|acesse|clique|copie|cole|selecione|reinicie|recarregue|confirme|sim',
  ),
  proposes: words(
    'propostas?|proponho|sugestão|sugestões|sugiro|recomendo|opções|opção|poderíamos|deveria\\p{L}*|quer que|próximos passos|plano',
  ),
  proposal: 'Proposta: ',
  toDo: /^(?:adicion|remov|corrig|alter|mud|atualiz|substitu|cri|implement|refator|mov|renome|otimiz|configur|migr|melhor|ajust|unific|extra|integr|divid|separ|simplific|valid|limit|convert|reduz|inclu|us)[aeiou]{1,2}r(?!\p{L})/iu,
  ends: /\s(?=(?:em vez de|ao invés de|porque|para que|já que|quando|se|que (?:agora|se)|usando|sem|antes de|depois de|e (?:agora|também|depois))\s)/giu,
  tails: before(
    'por|a partir|enquanto|e|ou|mas|em|no|na|nos|nas|para|com|desde|até|segundo|durante|após|dentro|sem|sobre|quando|onde|sempre que|que',
  ),
  fills: words('agora|também|além disso|já|corretamente|automaticamente|diretamente'),
  verbLast: NEVER,
  hasOwnCommas: false,
  script: /\p{L}/u,
  empty: `
  o a um uma uns umas os à às ao aos do da dos das no na nos nas em num numa pelo pela pelos pelas com sem sobre entre até
  desde se seu sua seus suas lhe lhes eu você vocês ele ela eles elas isso isto aquilo este esta esse essa estes essas aquele
  é são era eram foi foram ser sido está estão estava estar há havia tem têm tinha ter como quando onde porque mas embora se
  mais menos muito muita muitos muitas pouco também já agora antes depois então assim cada todo toda todos todas outro outra
  outros outras mesmo mesma algum alguma nenhum nenhuma nada qual quais quem pode podem poderia deve devem deveria faz fazer
  só ainda além quero não sim que de para por`,
}));
