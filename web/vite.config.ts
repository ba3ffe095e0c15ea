import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const target = `http://${process.env.SIXFOLD_SERVER ?? '127.0.0.1:7316'}`;
// The server serves only requests whose Origin is their Host, so the Host must arrive as it was sent.
const proxy = { '/api': { target, changeOrigin: false } };

export default defineConfig({
  plugins: [svelte()],
  server: { proxy },
  preview: { proxy },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Components with runes are compiled for the browser in tests as well.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { include: ['src/**/*.test.ts'] },
});
