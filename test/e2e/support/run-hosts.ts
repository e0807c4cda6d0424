/** Runs the built host whenever it is asked to, one after the other in this process. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { serve as Serve, ServeOptions } from '#main/hosts/headless/serve.ts';
import project from '../../../package.json' with { type: 'json' };

export interface Ended {
  readonly exitCode: number;
}

const built = resolve(import.meta.dirname, '../../../out/node/serve.js');
const { serve } = (await import(pathToFileURL(built).href)) as {
  serve: typeof Serve;
};

/** What a host listens to is for its whole process, and so it does not stop listening. */
function forgetListeners(): void {
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'message', 'uncaughtException'])
    process.removeAllListeners(event);
  process.stdout.removeAllListeners('error');
}

/** As the command line does: what remains of a host must not keep its process. */
const leave = () => process.exit();

while (process.connected) {
  process.once('disconnect', leave);
  const [options] = (await once(process, 'message')) as [ServeOptions];
  process.off('disconnect', leave);
  const exitCode = await serve(options, project.version);
  forgetListeners();
  process.send?.({ exitCode } satisfies Ended);
}
