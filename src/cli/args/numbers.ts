// Numbers as people type them on a command line.
import { CMemError } from '../../domain/errors.ts';

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < min || value > max) {
    throw new CMemError('USAGE', `Invalid --${name} value "${text}"`, {
      fix: `Use a whole number from ${min} to ${max}.`,
    });
  }
  return value;
}

export { count, counts } from '../../text/plural.ts';
