// Light or dark theme: follows the system until the user chooses one.
import { cell } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'c-mem-theme';
const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
};

export const theme = cell<Theme>(stored());
apply(theme.get());

export function nextTheme(): void {
  const isDark =
    theme.get() === 'dark' || (theme.get() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const next = isDark ? 'light' : 'dark';
  localStorage.setItem(KEY, next);
  theme.set(next);
  apply(next);
}

function apply(value: Theme): void {
  if (value === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = value;
}
