import { defineConfig } from 'vitest/config';
import { textImports } from './test/helpers/text-imports.ts';

export default defineConfig({
  plugins: [textImports()],
  test: { include: ['test/hosts/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000, fileParallelism: false },
});
