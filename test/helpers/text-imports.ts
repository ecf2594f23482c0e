// Lets tests import .sql files as text, as the bundler does.
import type { Plugin } from 'vitest/config';

export function textImports(): Plugin {
  return {
    name: 'text-imports',
    transform(code, id) {
      return id.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined;
    },
  };
}
