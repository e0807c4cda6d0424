/** A page with the client library and its suite, served by the service that the suite sends to. */
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import {
  type RecordingService,
  startRecordingService,
} from '../../client/support/recording-service.ts';

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./client-page-script.ts', import.meta.url)),
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Client</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script></head><body>A page</body></html>`;

export const startClientPage = async (): Promise<RecordingService> =>
  startRecordingService(
    new Map([
      ['/', html],
      ['/page.js', await bundle()],
    ]),
  );
