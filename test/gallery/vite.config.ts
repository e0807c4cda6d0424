import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Every primitive in every state, for its pictures (`npm run gallery` shows it). */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: resolve(import.meta.dirname, '../../out/gallery'),
    emptyOutDir: true,
    target: 'chrome125',
    assetsInlineLimit: 0,
  },
});
