/** Receivers with planted bugs, and how to explore them. `none` is the receiver without bugs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { runCommand } from '#test/hosts/headless/support/run-command.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { findLanguage } from '../../../scripts/languages.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';

type Command = readonly [program: string, ...args: string[]];

export interface Planted {
  /** Node, or a name in `scripts/languages.mjs`. */
  readonly language: string;
  readonly run: Command;
  /** Name and meaning of each bug. */
  readonly bugs: Readonly<Record<string, string>>;
}

export const planted: readonly Planted[] = [
  {
    language: 'Node',
    run: [ownNode, 'shop.mjs'],
    bugs: {
      no_check: 'processes every request',
      check_then_act: 'checks the ID, processes, and stores the ID without a transaction',
      last_id_only: 'remembers only the ID of the last message',
      swallowed_error: 'responds with 200 if processing fails',
    },
  },
  {
    language: 'Python',
    run: ['python3', 'shop.py'],
    bugs: {
      effect_before_check: 'sends the confirmation of an order before it checks the ID',
      ack_first: 'responds, and stores the ID when it has processed the order later',
      older_overwrites: 'replaces the plan of a user by an older one',
      marker_first: 'stores the ID before it processes the message, which may fail',
    },
  },
  {
    language: 'PHP',
    run: ['php', '-S', '127.0.0.1:PORT', 'shop.php'],
    bugs: {
      last_of_user: 'remembers only the last ID of each user',
      conflict_500: 'responds with 500 if the ID exists',
      partial_failure: 'stores an order, fails for an unknown user, and stores it again on retry',
      recreates_user: 'creates a deleted user again',
    },
  },
  {
    language: 'Ruby',
    run: ['ruby', 'shop.rb'],
    bugs: {
      per_worker: 'remembers IDs in the memory of each of two workers',
      bounded_ids: 'remembers only the last three IDs',
      drops_older: 'ignores orders that are older than the last',
      lock_expires: 'loses the lock of a message while it processes it',
    },
  },
  {
    language: 'Go',
    run: ['go', 'run', 'shop.go'],
    bugs: {
      marker_later: 'stores the ID some time after the response',
      rejects_older: 'responds with 409 to orders that are older than the last',
      flushes_ids: 'forgets all IDs when a user is deleted',
      unknown_deletion: 'ignores the deletion of a user who does not exist yet',
    },
  },
];

const receivers = join(import.meta.dirname, 'receivers');

export const isInstalled = ({ language }: Planted): boolean =>
  language === 'Node' || findLanguage(language) !== null;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });

/** Runs `use` with the URL of a started receiver. */
async function withReceiver<Result>(
  { run }: Planted,
  bug: string,
  folder: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await unusedPort();
  const [program, ...args] = run.map((arg) => arg.replace('PORT', `${port}`));
  const child = spawn(program ?? '', args, {
    cwd: receivers,
    stdio: 'ignore',
    env: {
      ...{ ...process.env, BUG: bug, PORT: `${port}` },
      ...{ STATE: join(folder, 'state'), PHP_CLI_SERVER_WORKERS: '4' },
    },
    // PHP and Go start processes of their own, which end with the group.
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`The receiver ended with ${child.exitCode}.`);
      await pause(50);
    }
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid);
      await ended;
    }
  }
}

export interface ExploredReceiver {
  readonly code: number | null;
  readonly output: string;
  readonly report: ExplorationReport;
  readonly seconds: number;
  /** Verdicts of runs of the scenario that was written. */
  readonly replays: readonly RunReport['verdict'][];
}

/** As a user does: explores in a process, then runs what was written. */
export async function exploreReceiver(
  receiver: Planted,
  bug: string,
  { flags = [], replays = 0 }: { readonly flags?: readonly string[]; readonly replays?: number },
): Promise<ExploredReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-explore-'));
  const inFolder = (name: string): string => join(folder, name);
  const read = (name: string) => JSON.parse(readFileSync(inFolder(name), 'utf8'));
  copyFileSync(join(import.meta.dirname, 'planted.yaml'), inFolder('shop.yaml'));
  try {
    return await withReceiver(receiver, bug, folder, async (url) => {
      const environment = { SHOP_URL: url };
      const startedAt = performance.now();
      const args = ['explore', 'shop.yaml', '--json', 'explored.json', ...flags];
      const { code, stdout, stderr } = await runCommand(folder, args, environment);
      const seconds = (performance.now() - startedAt) / 1_000;
      if (!existsSync(inFolder('explored.json'))) throw new Error(stderr);
      const found = 'shop.found.yaml';
      const isReplayed = replays > 0 && existsSync(inFolder(found));
      if (isReplayed) {
        const more = ['--repeat', `${replays}`, '--workers', '1', '--quiet', '--json', 'runs.json'];
        await runCommand(folder, ['run', found, ...more], environment);
      }
      const runs: readonly RunReport[] = isReplayed ? read('runs.json').reports : [];
      return {
        ...{ code, output: stdout + stderr, report: read('explored.json'), seconds },
        replays: runs.map(({ verdict }) => verdict),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
