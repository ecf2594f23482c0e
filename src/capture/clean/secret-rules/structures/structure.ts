// A structure that contains a secret, recognized by a pattern.

export interface Structure {
  kind: string;
  /** Every such text contains one of these words. */
  hints: string[];
  /** The group named `secret` is redacted. */
  pattern: RegExp;
  /** By default, accepts whatever is not a placeholder. */
  accept?: (secret: string) => boolean;
}
