// What some models expect before a text: they were trained to tell questions from documents by it.

interface Prefixes {
  query: string;
  memory: string;
}

const RETRIEVAL = 'Represent this sentence for searching relevant passages: ';

const KNOWN: [RegExp, Prefixes][] = [
  [/nomic-embed/i, { query: 'search_query: ', memory: 'search_document: ' }],
  [/(?:^|[-/])e5-/i, { query: 'query: ', memory: 'passage: ' }],
  [/embedding-?gemma/i, { query: 'task: search result | query: ', memory: 'title: none | text: ' }],
  [/mxbai-embed|bge-[a-z]+-en|snowflake-arctic-embed(?!2|-[lm]-v2)/i, { query: RETRIEVAL, memory: '' }],
];

export function prefixesOf(model: string): Prefixes {
  return KNOWN.find(([name]) => name.test(model))?.[1] ?? { query: '', memory: '' };
}
