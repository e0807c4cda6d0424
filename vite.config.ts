import { execFileSync } from 'node:child_process';
import { isAbsolute, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const fromHere = (path: string) => resolve(import.meta.dirname, path);

/** Packages stay in node_modules; what is ours (`#core/…`, relative) is bundled. */
const isPackage = (id: string) => !/^[#.\0]/.test(id) && !isAbsolute(id);

/** The types of `hookwright/client`, beside its code. */
const clientTypes: Plugin = {
  name: 'client-types',
  applyToEnvironment: ({ name }) => name === 'library',
  writeBundle() {
    const tsc = fromHere('node_modules/typescript/bin/tsc');
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    const folders = ['--rootDir', fromHere('shared/client'), '--outDir', fromHere('out/client')];
    execFileSync(
      process.execPath,
      [tsc, '-p', fromHere('shared/client'), ...emit, ...folders, '--pretty', 'false'],
      { stdio: 'inherit' },
    );
  },
};

export default defineConfig({
  root: 'src-renderer',
  // Relative, because the same files are served over HTTP and from a custom protocol.
  base: './',
  plugins: [react(), tailwindcss(), clientTypes],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: '../out/renderer',
        emptyOutDir: true,
        // What Electron embeds, and the first browsers with light-dark() and oklch().
        target: ['chrome125', 'firefox128', 'safari18'],
        // The content security policy allows no data: addresses, so every asset is a file.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            index: fromHere('src-renderer/index.html'),
            gallery: fromHere('src-renderer/gallery.html'),
          },
        },
      },
    },
    // Both hosts as ES modules side by side, so that they share the core's chunks.
    node: {
      consumer: 'server',
      build: {
        outDir: '../out/node',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        // Stack traces in a log should be readable, and size on disk does not matter here.
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            cli: fromHere('src-main/headless/cli.ts'),
            main: fromHere('src-main/desktop/main.ts'),
            'checkpoint-worker': fromHere('src-main/core/store/checkpoint-worker.ts'),
          },
          external: isPackage,
          // Chunks lie beside the entries: the interface's files are found relative to them.
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    // `hookwright/client`: for Node, browsers and workers, so that the one who bundles it decides.
    library: {
      consumer: 'client',
      build: {
        outDir: '../out/client',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2022',
        minify: false,
        rolldownOptions: {
          input: { index: fromHere('shared/client/index.ts') },
          preserveEntrySignatures: 'strict',
          external: isPackage,
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    // A sandboxed preload is CommonJS and may require nothing but electron.
    preload: {
      consumer: 'server',
      build: {
        outDir: '../out/preload',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          input: { preload: fromHere('src-main/desktop/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
});
