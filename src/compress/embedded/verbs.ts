// Verbs by which an English line is known as a deed or a statement. Lines in other languages do without.

/** Opens what was done or is to be done, as in a commit. */
export const VERB =
  /^(?:add|address|adjust|allow|apply|avoid|build|bump|change|clean|configure|consolidate|convert|correct|create|delete|disable|document|drop|enable|ensure|expose|extend|extract|fix|handle|harden|implement|improve|introduce|keep|make|merge|migrate|move|prevent|refactor|remove|rename|replace|resolve|restore|revert|rewrite|set|show|simplify|skip|split|stop|support|switch|test|update|upgrade|use|verify|wire|wrap|write|feat|chore|docs|ci|perf|test)\b/i;

/** Opens what somebody is asked to find out or to carry out. */
export const ASK =
  /^(?:analy[sz]e|assess|audit|bring|bump|check|cleanup|clean up|commit|compare|confirm|debug|describe|design|determine|diagnose|display|double[- ]check|drop|evaluate|execute|explain|explore|figure out|find|give|hide|identify|include|inspect|install|investigate|limit|list|log|look (?:at|for|into)|outline|pass|plan|print|propose|push|put|read|rebase|reduce|reject|release|report|research|review|run|save|search|see (?:if|whether|why|how)|send|suggest|summari[sz]e|sync|take a look at|think about|trace|track|try|turn|validate|warn)\b/i;

/** Verbs that make a statement of a line, in the language that most agents answer in. */
export const FINITE =
  /\b(?:is|are|was|were|has|have|had|does|doesn't|do|don't|can|can't|cannot|will|won't|must|should|now|no longer|never|always|only|uses?|used|returns?|reads?|writes?|sets?|adds?|added|fails?|failed|passes|passed|shows?|runs?|calls?|called|needs?|makes?|takes?|gets?|keeps?|works?|supports?|requires?|causes?|caused|means|lacks?|misses|missing|exists?|handles?|ignores?|falls?|replaces?|replaced|removed|moved|changed|fixed|updated|resolved|found|applies|checks?|loads?|stores?|creates?|created|happens|breaks|broke|became|becomes)\b/i;
