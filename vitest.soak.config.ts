import { defineConfig } from 'vitest/config';
import { textImports } from './test/helpers/text-imports.ts';

// The same machinery at full size: hundreds of kills, minutes of run time.
export default defineConfig({
  plugins: [textImports()],
  test: { include: ['test/soak/**/*.test.ts'], testTimeout: 30 * 60_000, hookTimeout: 120_000, maxWorkers: 1 },
});
