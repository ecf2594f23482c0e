// What is left of addresses in prose.

/** Within a sentence, the host of an address stands for it; elsewhere an address says nothing. */
export function withoutAddresses(text: string): string {
  if (!text.includes('://')) return text;
  return text
    .replace(/https?:\/\/(localhost(?::\d+)?)[^\s,.;)]*/g, '$1')
    .replace(/(?<=\p{L} )https?:\/\/(?:www\.)?([\w-]+(?:\.[\w-]+)+)(?:[/?#]\S*)?(?= \p{Ll})/gu, '$1')
    .replace(/https?:\/\/\S+/g, ' ');
}
