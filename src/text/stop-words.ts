// Words that carry no meaning in a query, and irregular forms that no stemmer unifies.

const STOP_WORDS = wordList(
  `a about above after again all also am an and any are as at be because been before being below between both but by
  can could did do does doing done down during each few for from further get gets getting give given go had has have
  having he her here hers him his how i if in into is it its itself just let like ll make me might more most must my
  myself no nor not now of off on once one only or other our ours out over own re same shall she should so some such
  than that the their theirs them then there these they thing things this those through to too under until up us ve
  very was we were what when where whether which while who whom whose why will with would yes you your yours yourself
  don didn doesn isn wasn weren won wouldn couldn shouldn hasn haven hadn aren ain near`,
);

/** Joins the lines into one, with each word between spaces. */
export function wordList(text: string): string {
  return ` ${text.replaceAll('\n', ' ')} `;
}

/** `word` must be exactly one word. */
export function isListed(list: string, word: string): boolean {
  return list.includes(` ${word} `);
}

/** A hook asks for a few words, the compressor for a million. */
let stopWords: Set<string> | null = null;

/** `May` is a month; `may` is not. */
export function isStopWord(word: string): boolean {
  stopWords ??= new Set(STOP_WORDS.trim().split(/\s+/));
  return word === 'may' || stopWords.has(word.toLowerCase());
}

/** The stems of all forms, then the base and the forms that no rule derives from it. */
const IRREGULAR = `
becom,becam=become became
begin,began,begun=begin began begun
bind,bound=bind bound
break,broke,broken=break broke broken
bring,brought=bring brought
build,built=build built
bui,bought=buy bought
catch,caught=catch caught
child,children=child children
choos,chose,chosen=choose chose chosen
come,came=come came
deal,dealt=deal dealt
dig,dug=dig dug
draw,drew,drawn=draw drew drawn
drive,drove,driven=drive drove driven
eat,at,eaten=eat ate eaten
fall,fell,fallen=fall fell fallen
feel,felt=feel felt
fight,fought=fight fought
find,found=find found
fly,flew,flown=fly flew flown
foot,feet=foot feet
forget,forgot,forgotten=forget forgot forgotten
freez,froze,frozen=freeze froze frozen
go,went,gone=go went gone
grow,grew,grown=grow grew grown
hang,hung=hang hung
hear,heard=hear heard
hide,hid,hidden=hide hid hidden
hold,held=hold held
keep,kept=keep kept
know,knew,known=know knew known
lai,laid=lay laid
lead,led=lead led
leav,left=leave left
lend,lent=lend lent
life,live=life lives
light,lit=light lit
lose,lost=lose lost
make,made=make made
man,men=man men
mean,meant=mean meant
meet,met=meet met
mous,mice=mouse mice
pai,paid=pay paid
person,peopl=person people
ride,rode,ridden=ride rode ridden
rise,rose,risen=rise rose risen
run,ran=run ran
sai,said=say said
see,saw,seen=see saw seen
seek,sought=seek sought
sell,sold=sell sold
send,sent=send sent
shake,shook,shaken=shake shook shaken
shoot,shot=shoot shot
sing,sang,sung=sing sang sung
sit,sat=sit sat
sleep,slept=sleep slept
speak,spoke,spoken=speak spoke spoken
spend,spent=spend spent
stand,stood=stand stood
steal,stole,stolen=steal stole stolen
stick,stuck=stick stuck
strike,struck=strike struck
sweep,swept=sweep swept
swim,swam,swum=swim swam swum
take,took,taken=take took taken
teach,taught=teach taught
tell,told=tell told
think,thought=think thought
throw,threw,thrown=throw threw thrown
understand,understood=understand understood
wake,woke,woken=wake woke woken
wear,wore,worn=wear wore worn
win,won=win won
woman,women=woman women
write,wrote,written=write wrote written
index,indic=index indices
matrix,matric=matrix matrices
vertex,vertic=vertex vertices
rebuild,rebuilt=rebuild rebuilt
rewrit,rewrot,rewritten=rewrite rewrote rewritten
overrid,overrod,overridden=override overrode overridden
overwrit,overwrot,overwritten=overwrite overwrote overwritten
undo,undid,undon=undo undid undone
shrink,shrank,shrunk=shrink shrank shrunk
spin,spun=spin spun
forbid,forbad,forbidden=forbid forbade forbidden
`;

/**
 * All forms of a word with this stem, base first, if it is irregular; otherwise only the word itself. Looked up in the text
 * as it is: a hook asks for a few words, and would spend longer on a table.
 */
export function formsOf(word: string, stemmed: string): string[] {
  for (let at = IRREGULAR.indexOf(stemmed); at >= 0 && stemmed !== ''; at = IRREGULAR.indexOf(stemmed, at + 1)) {
    const after = IRREGULAR.charAt(at + stemmed.length);
    // Stems are followed by one of these, forms are not.
    if (!'\n,'.includes(IRREGULAR.charAt(at - 1)) || (after !== ',' && after !== '=')) continue;
    return IRREGULAR.slice(IRREGULAR.indexOf('=', at) + 1, IRREGULAR.indexOf('\n', at)).split(' ');
  }
  return [word];
}
