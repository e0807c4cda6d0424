#!/usr/bin/env node
import { CommanderError } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import { createProgram, failed, misused } from './program.ts';

async function main(): Promise<void> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) {
    process.stderr.write(
      'hookwright: Node 22 or newer is needed; `npm start` and `npx hookwright` bring their own.\n',
    );
    process.exitCode = failed;
    return;
  }
  try {
    await createProgram(version).parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : misused;
  }
}

/** Whatever still holds the event loop (a channel, a keep-alive connection) is of no use any more. */
const lingerMs = 300;

await main();
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), lingerMs).unref();
