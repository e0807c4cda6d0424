/** The processes of a run in Electron, which doesn't end a process when nothing handles a rejection. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Rejects once the process listens to messages, and ends what still runs then. */
const preload = `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', (event) => {
    if (event !== 'message') return;
    setImmediate(() => {
      void Promise.reject(new Error('A planted bug.'));
      setImmediate(() => process.exit(0));
    });
  });
`)}`;

it.each(['runner-process', 'product-process'])('ends the %s', async (name) => {
  const child = fork(join(import.meta.dirname, `../../../out/node/${name}.js`), {
    execArgv: ['--unhandled-rejections=warn-with-error-code', '--import', preload],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  expect((await once(child, 'exit'))[0]).toBe(1);
});
