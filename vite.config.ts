import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { thirdPartyNotices } from './scripts/third-party-notices.ts';

const fromHere = (path: string) => resolve(import.meta.dirname, path);

/**
 * Other packages are bundled, so that an installation needs only these. `ws` uses the last two if they
 * are installed.
 */
const external = ['electron', 'better-sqlite3', 'bufferutil', 'utf-8-validate'];

const clientFolder = fromHere('out/client');

/** Types for ES modules and for CommonJS: TypeScript tells the two apart by the names of the files. */
function writeBothTypes(): void {
  for (const name of readdirSync(clientFolder).filter((one) => one.endsWith('.d.ts'))) {
    const types = readFileSync(join(clientFolder, name), 'utf8');
    const importing = (ending: string) => types.replace(/(?<=['"]\.\/[\w-]+)\.ts(?=['"])/g, ending);
    writeFileSync(join(clientFolder, name), importing('.js'));
    writeFileSync(join(clientFolder, name.replace(/ts$/, 'cts')), importing('.cjs'));
  }
}

/** The types of `hookwright/client`, beside its code. */
const clientTypes: Plugin = {
  name: 'client-types',
  applyToEnvironment: ({ name }) => name === 'library',
  writeBundle({ format }) {
    if (format !== 'cjs') return;
    const tsc = fromHere('node_modules/typescript/bin/tsc');
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    const folders = ['--rootDir', fromHere('shared/client'), '--outDir', clientFolder];
    execFileSync(
      process.execPath,
      [tsc, '-p', fromHere('shared/client'), ...emit, ...folders, '--pretty', 'false'],
      { stdio: 'inherit' },
    );
    writeBothTypes();
  },
};

/** The interface's files for HTTP, compressed once rather than with every response. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((one) => /\.(js|css|html|svg)$/.test(one))) {
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      // Browsers accept Brotli over HTTPS and from this machine only.
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes));
    }
  },
};

/** Leaves the check of patterns to the host, which checks all input: their engine would be an eighth of the page's scripts. */
const withoutPatternEngine: Plugin = {
  name: 'without-pattern-engine',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (source === 're2js' ? '\0re2js' : null),
  load: (id) =>
    id === '\0re2js'
      ? `export class RE2Set { add() {} }
         export class RE2JS {}
         export class RE2JSException extends Error {}
         export class RE2JSSyntaxException extends RE2JSException {}`
      : null,
};

/** Files that the program reads, beside it. */
const filesOfProgram: Plugin = {
  name: 'files-of-program',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'node',
  writeBundle({ dir = '' }) {
    cpSync(fromHere('examples/scenarios'), join(dir, 'examples'), { recursive: true });
    cpSync(fromHere('src-main/store/schema.sql'), join(dir, 'schema.sql'));
  },
};

export default defineConfig({
  root: 'src-renderer',
  // Relative, because the same files are served over HTTP and from a custom protocol.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    withoutPatternEngine,
    clientTypes,
    compressed,
    filesOfProgram,
    thirdPartyNotices(),
  ],
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
          input: { index: fromHere('src-renderer/index.html') },
          output: {
            // One file for the first view: many small ones take a third more bytes.
            codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
          },
        },
      },
    },
    // Both hosts as ES modules side by side, so that they share the core's chunks.
    node: {
      consumer: 'server',
      resolve: { noExternal: true, external },
      build: {
        outDir: '../out/node',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        sourcemap: true,
        rolldownOptions: {
          input: {
            cli: fromHere('src-main/hosts/cli/cli.ts'),
            // Tests run commands without a process for each.
            'run-program': fromHere('src-main/hosts/cli/run-program.ts'),
            main: fromHere('src-main/hosts/desktop/main.ts'),
            'core-process': fromHere('src-main/hosts/desktop/core-process.ts'),
            'checkpoint-worker': fromHere('src-main/store/checkpoint-worker.ts'),
            'product-process': fromHere('src-main/hosts/sandbox/product-process.ts'),
            'runner-process': fromHere('src-main/hosts/sandbox/runner-process.ts'),
            'reader-worker': fromHere('src-main/reader-worker.ts'),
          },
          external,
          // An entry that others import would run in them.
          preserveEntrySignatures: 'strict',
          // Chunks lie beside the entries: the interface's files are found relative to them.
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // Without a hash, an update replaces the compiled code that is kept of a file.
            chunkFileNames: '[name].js',
            // Half the size, with the names of functions for stack traces.
            minify: {
              compress: { keepNames: { function: true, class: true } },
              mangle: { keepNames: true },
              codegen: true,
            },
          },
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
          output: [
            { format: 'es', entryFileNames: '[name].js' },
            { format: 'cjs', entryFileNames: '[name].cjs' },
          ],
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
          input: { preload: fromHere('src-main/hosts/desktop/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
});
