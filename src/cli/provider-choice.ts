// What the choice of a provider means, as `c-mem install` says it before it asks. The README says the same.

/**
 * The title that each gives the same turn. A test checks that the embedded compressor really does; the model's is written
 * by hand, as a good answer would be.
 */
export const EXAMPLE = {
  /** A turn of test/fixtures/turns. */
  turn: 'healthz',
  asked: 'add a /healthz endpoint that also checks the database, with a timeout',
  embedded: 'health.go: add a /healthz endpoint in a small package of its own',
  model: 'Add a /healthz endpoint that pings the database with a 2 s deadline',
};

export const PROVIDER_CHOICE = [
  'Without a model (embedded): free, and nothing leaves your machine.',
  'Titles name about 2 of 3 things that a good title must name, and the',
  'type is right in about 3 of 4 turns.',
  '',
  'With a model: costs tokens (about one call per turn), and the text of',
  'the turn is sent to the provider. With a large model, titles name 98%',
  'of these things, and the type is right in 93% of turns. Providers',
  'default to a smaller model, which was not measured.',
  '',
  'For example, the prompt',
  `  ${EXAMPLE.asked} …`,
  'becomes, without a model,',
  `  ${EXAMPLE.embedded}`,
  'and with a large model something like',
  `  ${EXAMPLE.model}`,
];
