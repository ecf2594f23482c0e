// A structure that a secret stands in, known by a pattern.

export interface Structure {
  kind: string;
  /** One of these words stands in every such text. */
  hints: string[];
  /** The group named secret is redacted. */
  pattern: RegExp;
  /** By default, whatever is no placeholder. */
  accept?: (secret: string) => boolean;
}
