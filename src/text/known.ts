// Remembers the answers for what was asked lately: a map that never grows beyond two generations of keys.

export function createKnown<T>(mostOfOne: number): (key: string, answer: (key: string) => T) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (key, answer) => {
    let known = young.get(key);
    if (known !== undefined) return known;
    known = old.get(key) ?? answer(key);
    if (young.size >= mostOfOne) {
      old = young;
      young = new Map();
    }
    young.set(key, known);
    return known;
  };
}
