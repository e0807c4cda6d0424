#!/usr/bin/env node
import { CommanderError } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import { exitCodes } from './command.ts';
import { createProgram } from './program.ts';

async function main(): Promise<void> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) {
    process.stderr.write(
      'hookwright: Node 22 or later is required. `npm start` and `npx hookwright` include it.\n',
    );
    process.exitCode = exitCodes.failed;
    return;
  }
  try {
    await createProgram(version).parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** Keep-alive connections must not keep the process running longer than this. */
const exitDelayMs = 300;

// A pipe such as `| head` may close early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await main();
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), exitDelayMs).unref();
