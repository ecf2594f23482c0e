// What the fit needs of the product: the import of sessions, and the features that the compressor computes.

export { compressEmbedded } from '../../src/compress/embedded/compress.ts';
export { WORD_FEATURES, weighWords } from '../../src/compress/embedded/salience.ts';
export { STATEMENT_FEATURES, statementsOf } from '../../src/compress/embedded/statements.ts';
export { subjectOf } from '../../src/compress/embedded/subject.ts';
export { candidatesOf } from '../../src/compress/embedded/title/candidates.ts';
export { saidIn } from '../../src/compress/embedded/title/choose-title.ts';
export { compose, phrasesOf } from '../../src/compress/embedded/title/compose.ts';
export { readingWords, TITLE_FEATURES, titleFeatures } from '../../src/compress/embedded/title/features.ts';
export { joined } from '../../src/compress/embedded/title/join.ts';
export { NAMING_COUNTS, namesOnly, READING_COUNTS } from '../../src/compress/embedded/title/rank.ts';
export { readTurn } from '../../src/compress/embedded/turn/turn.ts';
export { CODE_TYPES, provenType, TYPE_FEATURES, typeFeatures } from '../../src/compress/embedded/turn/types.ts';
export {
  READING_WEIGHTS,
  READING_WORDS,
  STATEMENT_WEIGHTS,
  TITLE_WEIGHTS,
  TYPE_WEIGHTS,
  WORD_WEIGHTS,
} from '../../src/compress/embedded/weights.ts';
export { loadJob } from '../../src/compress/load.ts';
export { loadSettings } from '../../src/config/settings.ts';
export { hostNamed } from '../../src/hosts/index.ts';
export { openStore } from '../../src/store/index.ts';
export { importTranscripts } from '../../src/transfer/import-transcripts.ts';
export { listTranscripts } from '../../src/transfer/transcripts.ts';
