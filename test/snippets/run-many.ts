/** Many receivers in one language, which are started and compiled together. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerificationSnippet } from '#shared/signatures/snippets/verification-snippets.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { listening, type RunningProcess, startProcess } from './run-process.ts';
import { build, linkPackages, writeSnippet } from './run-snippet.ts';

export interface Receiver {
  readonly snippet: VerificationSnippet;
  readonly secret: string;
  /** Ends instead of listening. */
  readonly ends: boolean;
}

export interface RunningReceivers {
  /** In the same order; the output of those that end. */
  readonly started: readonly Promise<string>[];
  stop(): Promise<void>;
}

interface Placed {
  readonly name: string;
  /** Relative to the folder. */
  readonly file: string;
  readonly port: number;
  readonly ended: PromiseWithResolvers<string>;
}

interface Setup {
  readonly program: string;
  readonly folder: string;
  readonly receivers: readonly Placed[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program that runs all files, and reports those that end. */
const inHost =
  (host: string) =>
  ({ program, folder, receivers, env }: Setup): readonly RunningProcess[] => {
    cpSync(join(import.meta.dirname, 'hosts', host), join(folder, host));
    const list = JSON.stringify(receivers.map(({ file, port }) => ({ file, port })));
    const options = { cwd: folder, env: { ...env, RECEIVERS: list } };
    const running = startProcess([program, host], options, (line) => {
      const [, index, output] = /^ended (\d+) (.*)$/.exec(line) ?? [];
      if (output !== undefined) receivers[Number(index)]?.ended.resolve(JSON.parse(output));
    });
    void running.ended.then((output) => {
      for (const { ended } of receivers) ended.resolve(output);
    });
    return [running];
  };

/** One program, since linking takes longest: each receiver becomes a package of it. */
function startGo({ program, folder, receivers, env }: Setup): readonly RunningProcess[] {
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('go.mod', 'module receivers\n\ngo 1.19\n');
  const imports = receivers.map(({ name }) => `import "receivers/${name}"\n`).join('');
  const cases = receivers.map(({ name }) => `\tcase "${name}":\n\t\t${name}.Main()\n`).join('');
  write(
    'main.go',
    `package main\n\nimport "os"\n${imports}\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\t}\n}\n`,
  );
  build([program, 'build', '-o', 'receivers.exe', '.'], folder);
  return receivers.map(({ name, port, ended }) => {
    const options = { cwd: folder, env: { ...env, PORT: `${port}` } };
    const running = startProcess([join(folder, 'receivers.exe'), name], options);
    void running.ended.then(ended.resolve);
    return running;
  });
}

/** One server for all files. */
function startPhp({ program, folder, receivers, env }: Setup): readonly RunningProcess[] {
  const port = receivers[0]?.port ?? 0;
  const running = startProcess([program, '-S', `127.0.0.1:${port}`], { cwd: folder, env });
  void running.ended.then((output) => {
    for (const { ended } of receivers) ended.resolve(output);
  });
  return [running];
}

const starters: Readonly<Record<string, (setup: Setup) => readonly RunningProcess[]>> = {
  node: inHost('many.mjs'),
  python: inHost('many.py'),
  ruby: inHost('many.rb'),
  go: startGo,
  php: startPhp,
};

/** All receivers are in the same language. */
export async function runMany(
  program: string,
  receivers: readonly Receiver[],
): Promise<RunningReceivers> {
  const folder = makeFolder();
  linkPackages(folder);
  const firstPort = await unusedPort(receivers.length);
  const language = receivers[0]?.snippet.language ?? '';
  const isPhp = language === 'php';
  const placed = receivers.map(({ snippet }, index): Placed => {
    const name = `receiver${index}`;
    const code = snippet.code(`SECRET_${index}`);
    writeSnippet(
      join(folder, name),
      snippet,
      language === 'go'
        ? code.replace('package main', `package ${name}`).replace('func main()', 'func Main()')
        : code,
    );
    return {
      name,
      file: `${name}/${snippet.file}`,
      port: isPhp ? firstPort : firstPort + index,
      ended: Promise.withResolvers(),
    };
  });
  const env = Object.fromEntries(receivers.map(({ secret }, index) => [`SECRET_${index}`, secret]));
  const processes = starters[language]?.({ program, folder, receivers: placed, env }) ?? [];
  let previous: Promise<unknown> = Promise.resolve();
  const started = placed.map(({ file, port, ended }, index) => {
    const url = `http://127.0.0.1:${port}/${isPhp ? file : 'webhook'}`;
    if (receivers[index]?.ends) return ended.promise;
    // Most start one after the other.
    const listens = previous.then(() => listening(port, ended.promise));
    previous = listens.catch(() => undefined);
    return listens.then(() => url);
  });
  await Promise.allSettled(started);
  return {
    started,
    async stop() {
      await Promise.all(processes.map(({ stop }) => stop()));
      removeFolder(folder);
    },
  };
}
