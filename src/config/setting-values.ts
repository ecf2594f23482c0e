// What kinds of values settings have, and reading one: from JSON (the file) or from text (the environment, a command line).

export type Kind =
  | { type: 'integer'; min: number; max: number }
  | { type: 'decimal'; min: number; max: number }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'text'; secret?: true }
  | { type: 'list'; values?: readonly string[]; check?: (item: string) => string | null };

/** Reads one value, given as JSON (from the file) or as text (from the environment or a command line). */
export function parseValue(kind: Kind, value: unknown): { value: unknown } | { problem: string } {
  switch (kind.type) {
    case 'integer': {
      const parsed = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isInteger(parsed) || parsed < kind.min || parsed > kind.max) {
        return { problem: `must be a whole number from ${kind.min} to ${kind.max}, not ${shown(value)}` };
      }
      return { value: parsed };
    }
    case 'decimal': {
      const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isFinite(parsed) || parsed < kind.min || parsed > kind.max) {
        return { problem: `must be a number from ${kind.min} to ${kind.max}, not ${shown(value)}` };
      }
      return { value: parsed };
    }
    case 'text':
      return typeof value === 'string'
        ? { value }
        : { problem: kind.secret ? 'must be a string' : `must be a string, not ${shown(value)}` };
    case 'choice':
      return kind.values.includes(value as string)
        ? { value }
        : { problem: `must be one of ${kind.values.join(', ')}, not ${shown(value)}` };
    case 'list': {
      const items = typeof value === 'string' ? splitList(value) : value;
      if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
        return { problem: `must be a list of strings, not ${shown(value)}` };
      }
      const odd = items.find((item) => kind.values && !kind.values.includes(item));
      if (odd !== undefined) return { problem: `must be a list of ${kind.values?.join(', ')}, not ${shown(odd)}` };
      for (const item of items) {
        const problem = kind.check?.(item) ?? null;
        if (problem) return { problem };
      }
      return { value: items };
    }
  }
}

function splitList(value: string): unknown {
  if (value.trimStart().startsWith('[')) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function checkPattern(item: string): string | null {
  const match = /^([a-z][a-z0-9-]*)=(.+)$/s.exec(item);
  if (!match) return `must contain entries of the form kind=regular expression, not ${shown(item)}`;
  try {
    new RegExp(match[2] as string, 'g');
    return null;
  } catch {
    return `contains an invalid regular expression: ${shown(item)}`;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
