// The notations that connect a value to a name, as sticky patterns. Each one reads a bounded part of the text.

/** What closes a name: quotes with any escapes, brackets, emphasis, terminal colors. */
export const CLOSE =
  /(?:-\]|\+\}|\\{0,7}["'`]|%22|%27|\\u0022|&quot;|&#39;|&#34;|[\])*]|\[\d{0,4}\]|\u001b\[[\d;]{0,12}m|\\(?:u001b|x1b|e|033)\[[\d;]{0,12}m){0,8}/y;
export const BLANK = /[ \t\u00a0]{0,40}/y;
/** `password: string = "…"`, `let token: &str = "…"`, `password String = "…"`. */
export const TYPED =
  /(?:[ \t]{0,4}\??:[ \t]{0,4}|[ \t]{1,4})[&*]?'?[A-Za-z][\w<>[\]().?| ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=[bruf@]{0,2}["'`])/y;
export const SEPARATOR =
  /\|\|=|\?\?=|\?:(?=[ \t]{0,4}["'`])|!={1,2}(?=[ \t]{0,4}["'`])|<-(?=[ \t]{0,4}["'])|(?:\|\||\?\?|\bor\b)(?=[ \t]*["'`])|=>|->|:=|\?=|\+=|={1,3}|;s:\d{1,4}:|:(?!:)|%3D|%3A|&#61;|&#x3D;|&#58;|：|＝|[|｜](?=[ \t])/iy;
export const EMPHASIS = /[*_]{1,2}[ \t]{0,4}/y;
export const OF_CALL = /,[ \t]{0,24}(?=\\{0,7}["'`])|[({][ \t]{0,4}(?=\\{0,7}["'`])/y;
export const NEXT_VALUE =
  /(?:\\{0,7}["'])?[,;]?\s{0,60}\\{0,7}["']?-?[ \t]*(?:secret|string|parameter)?value\\{0,7}["']?\s{0,4}[:=]\s{0,4}/iy;
export const ELEMENT = /(?:\s[^<>]{0,300})?(?<!\/)>\s{0,20}(?:<!\[CDATA\[|<value>\s{0,20})?/iy;
/** `variable "db_password" { default = "…" }` */
export const DECLARED = /[ \t]{0,4}\{[^{}]{0,300}?\b(?:default|value)[ \t]{0,20}=[ \t]{0,4}(?=")/y;
export const PLIST = /<\/key>\s{0,40}<string>/iy;
export const IS = /[ \t]{1,4}(?:is|was|ist|=|->|→)[ \t]{1,4}/iy;
export const SAID =
  /(?:[ \t]{1,4}["'(]?[\p{L}\d_.@-]{1,30}["')]?){0,6}?(?:[ \t]{1,4}(?:is|was|ist|war|lautet|[-–—]|es|est|c'est|é|è|är|er|jest|это|=|->|→)(?:[ \t]{1,4}(?:now|still|just|currently))?:?[ \t]{1,4}|(?<=')s[ \t]{1,4}|[ \t]{0,4}[:：][ \t]{1,4})|是[ \t]{0,2}|为[ \t]{0,2}|は[ \t]{0,2}|는[ \t]{1,2}|은[ \t]{1,2}/iuy;
export const WORDS_BETWEEN = /(?:\p{L}{1,12}[ \t]){1,5}([^\s,;]{8,40})(?=[\s,;.]|$)/uy;
/** What introduces a password in a sentence: `with the password …`, `admin and pw …`. */
export const INTRODUCES =
  /(?:\b(?:with|using|and|the|user|use|my|our|root|admin|temp(?:orary)?|new|enter|has|,)|[,;(/])[ \t]{1,4}$|^[ \t]*$/i;
/** `api-key:` with the value in a list on the line below. */
export const LINE_BELOW = /\r?\n[ \t]{0,20}- (?:[\w.-]{1,30}=)?/y;
/** `password policy: …`, `token count: …`: about secrets, but not secrets themselves. */
export const ABOUT =
  /^[ \t]{1,4}(?:polic|hash|length|strength|algorithm|rule|requirement|field|manager|format|hint|type|encryption|storage|validat|generator|expir|count|limit|input|form|page|flow|column|box|prompt|check|verif|protect|rotation|history|complexity|entropy|lifetime|ttl|size|budget|usage)/i;
export const BLOCK = /(?:[|>][+-]?|<<[-~]?["']?\w{2,20}["']?)[ \t]*\r?\n([ \t]*)/y;
/** `{"value": "…"}` */
export const NESTED = /\{\s{0,60}\\{0,3}["']?(?:value|plaintext|default)\\{0,3}["']?\s{0,4}[:=]\s{0,4}/iy;
/** `String::from("…")`, `new Secret("…")`, `{{ "…" | quote }}`, `string(11) "…"`. */
export const WRAPPED =
  /(?:new[ \t]{1,4})?(?!(?:[\w:.<>]{0,40}[.:_])?(?:get|read|load|fetch|find|lookup|env|config|compile|regex|regexp|prompt|input|ask|require|resolve|create|define|use|describe|it|test|expect|translate|gettext|gettext_lazy|t|i18n|path|join|open|file)\w{0,30}[<(!])[A-Za-z_][\w:.<>!]{0,40}\([ \t]{0,4}(?=[bru@]?["'])|\{\{-?[ \t]{0,4}(?=["'])|["']?\{\{[^\n{}]{0,80}?default\([ \t]{0,4}(?=["'])|\s{0,12}string\(\d{1,4}\) (?=")|[A-Za-z_]\w{0,20}\((?=[A-Za-z_][\w:.]{0,30}\(["'])/y;
/** Git's word diff within a line. */
export const WORD_DIFF = /\[-[^\n]{3,200}?-\](?:\{\+[^\n]{3,200}?\+\})?|\{\+[^\n]{3,200}?\+\}/y;
export const SCHEME =
  /(?:bearer|basic|token|apikey|digest|splunk|ssws|flyv1|key|negotiate|genie-?key|klaviyo-api-key|bot|api-?token)(?:[ \t]|%20|\+){1,4}/iy;

export const CONTINUED = /["'](?:[ \t]{1,4}->[ \t]{1,4}|\s{1,40}|[ \t]{0,4}\+\s{0,40})(["'])[^"'\n]{2,200}\1/y;
