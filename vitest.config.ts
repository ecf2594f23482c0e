import { defineConfig } from 'vitest/config';
import { textImports } from './test/helpers/text-imports.ts';

export default defineConfig({
  plugins: [textImports()],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Soaks and the real clients of other hosts have configurations of their own.
    exclude: ['test/soak/**', 'test/hosts/**', 'node_modules/**'],
    globalSetup: ['test/helpers/left-out.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores, and the end-to-end tests start processes of their own.
    maxWorkers: 2,
  },
});
