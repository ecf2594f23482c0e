// Light, dark, or as the system has it.
import { cell } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';
const ORDER: Theme[] = ['system', 'light', 'dark'];
const KEY = 'c-mem-theme';
const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
};

export const theme = cell<Theme>(stored());
apply(theme.get());

export function nextTheme(): void {
  const next = ORDER[(ORDER.indexOf(theme.get()) + 1) % ORDER.length] as Theme;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  theme.set(next);
  apply(next);
}

function apply(value: Theme): void {
  if (value === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = value;
}
