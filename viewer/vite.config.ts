// Builds the viewer into plugin/dist/viewer: one script, one style sheet, no external requests.
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  // `h(tag, props, ...children)` is shorter than what the automatic runtime makes.
  oxc: {
    jsx: { runtime: 'classic', pragma: '$h', pragmaFrag: '$F' },
    jsxInject: "import { h as $h, Fragment as $F } from 'preact'",
  },
  build: {
    outDir: '../plugin/dist/viewer',
    emptyOutDir: true,
    target: 'es2022',
    // A little smaller than the default makes it.
    minify: 'terser',
    terserOptions: {
      module: true,
      // The target is newer.
      safari10: false,
      ecma: 2020,
      // Comparisons in the order in which they are written compress better.
      compress: {
        passes: 3,
        ecma: 2020,
        unsafe: true,
        unsafe_arrows: true,
        unsafe_math: true,
        inline: 1,
        pure_getters: true,
        lhs_constants: false,
      },
    },
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // It reports how long it took.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
