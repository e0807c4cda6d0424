import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = 'virtual:entry';

/** Bytes of a minified browser bundle of a module with its imports. */
export async function bundleBytes(module: string, name: string): Promise<number> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(module)};` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput[] | Rolldown.RolldownOutput;
  return [built]
    .flat()
    .flatMap(({ output }) => output)
    .reduce((sum, file) => sum + Buffer.byteLength(file.type === 'chunk' ? file.code : ''), 0);
}
