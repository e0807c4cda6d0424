/** Receivers with planted bugs, and how to explore them. `none` is the receiver without bugs. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { runCommand } from '#test/hosts/headless/support/run-command.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { findLanguage } from '../../../scripts/languages.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';

export interface Planted {
  /** Node, or a name in `scripts/languages.mjs`. */
  readonly language: string;
  /** Starts it; in the shell, in the folder of the receivers. */
  readonly command: string;
  /** Bugs besides those of all languages: name and meaning. */
  readonly bugs: Readonly<Record<string, string>>;
}

/** Bugs of the receivers in all languages: name and meaning. */
export const commonBugs: Planted['bugs'] = {
  last_ids: 'remembers only the last three IDs',
  ids_for_an_hour: 'forgets an ID after an hour',
  memory_ids: 'remembers IDs in memory, and orders on disk',
  check_then_act: 'checks the ID, processes, and stores the ID without a transaction',
  last_write_wins: 'replaces the plan of a user by an older one',
  unknown_deletion: 'ignores the deletion of a user who does not exist yet',
  attempt_ids: 'remembers attempts instead of messages, so that a retry is new',
  responds_first: 'responds with 200 before it processes an order',
  counter: 'counts requests instead of orders',
  one_event: 'processes each request of one kind of event',
  retry_storm: 'tries an order again by itself, and confirms it each time',
  signature_last: 'checks the signature when it has processed the request',
  late_copies: 'lets a copy wait longer than the time limit, and then processes it too',
};

export const planted: readonly Planted[] = [
  {
    language: 'Node',
    command: `exec '${ownNode}' shop.mjs`,
    bugs: {
      no_check: 'processes every request',
      last_id_only: 'remembers only the ID of the last message',
      swallowed_error: 'responds with 200 if processing fails',
    },
  },
  {
    language: 'Python',
    command: 'exec python3 shop.py',
    bugs: {
      effect_before_check: 'sends the confirmation of an order before it checks the ID',
      marker_first: 'stores the ID before it processes the message, which may fail',
    },
  },
  {
    language: 'PHP',
    // With few workers, the same worker often accepts both concurrent requests and processes them in sequence.
    command: 'PHP_CLI_SERVER_WORKERS=16 exec php -S 127.0.0.1:$PORT shop.php',
    bugs: {
      last_of_user: 'remembers only the last ID of each user',
      conflict_500: 'responds with 500 if the ID exists',
      partial_failure: 'stores an order, fails for an unknown user, and stores it again on retry',
      recreates_user: 'creates a deleted user again',
    },
  },
  {
    language: 'Ruby',
    command: 'exec ruby shop.rb',
    bugs: {
      per_worker: 'remembers IDs in the memory of each of two workers',
      drops_older: 'ignores orders that are older than the last',
    },
  },
  {
    language: 'Go',
    // A restart doesn't compile it again.
    command: 'go build -o "$STATE.program" shop.go && exec "$STATE.program"',
    bugs: {
      marker_later: 'stores the ID some time after the response',
      rejects_older: 'responds with 409 to orders that are older than the last',
      flushes_ids: 'forgets all IDs when a user is deleted',
    },
  },
];

/** Of a finding, on a quiet machine. */
export const findingLimits = { seconds: 60, stepLines: 8 } as const;

const receivers = join(import.meta.dirname, 'receivers');

export const bugsOf = ({ bugs }: Planted): readonly string[] => [
  ...Object.keys(commonBugs),
  ...Object.keys(bugs),
];

export const isInstalled = ({ language }: Planted): boolean =>
  language === 'Node' || findLanguage(language) !== null;

export interface ExploredReceiver {
  readonly code: number | null;
  readonly output: string;
  readonly report: ExplorationReport;
  readonly seconds: number;
  /** Verdicts of runs of the scenario that was written. */
  readonly replays: readonly RunReport['verdict'][];
}

/** Lines of the steps of a written scenario. */
export function stepLinesIn(text: string): number {
  const lines = text.split('\n');
  return lines.indexOf('then:') - lines.indexOf('when:') - 1;
}

/** As a user does: explores in a process, which starts the receiver, then runs what was written. */
export async function exploreReceiver(
  { command }: Planted,
  bug: string,
  {
    flags = [],
    replays = 0,
  }: { readonly flags?: readonly string[]; readonly replays?: number } = {},
): Promise<ExploredReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-explore-'));
  const inFolder = (name: string): string => join(folder, name);
  const read = (name: string) => JSON.parse(readFileSync(inFolder(name), 'utf8'));
  copyFileSync(join(import.meta.dirname, 'planted.yaml'), inFolder('shop.yaml'));
  const port = await unusedPort();
  const environment = {
    ...{ SHOP_URL: `http://127.0.0.1:${port}`, BUG: bug, PORT: `${port}` },
    ...{ STATE: inFolder('state'), XDG_CONFIG_HOME: inFolder('config') },
  };
  const restart = ['--restart-with', `cd '${receivers}' && ${command}`, '--restart-ready', '60s'];
  try {
    const startedAt = performance.now();
    const args = ['explore', 'shop.yaml', '--json', 'explored.json', ...restart, ...flags];
    const { code, stdout, stderr } = await runCommand(folder, args, environment);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (!existsSync(inFolder('explored.json'))) throw new Error(stderr);
    const found = 'shop.found.yaml';
    const isReplayed = replays > 0 && existsSync(inFolder(found));
    if (isReplayed) {
      const more = ['--repeat', `${replays}`, '--workers', '1', '--quiet', '--json', 'runs.json'];
      await runCommand(folder, ['run', found, ...more, ...restart], environment);
    }
    const runs: readonly RunReport[] = isReplayed ? read('runs.json').reports : [];
    return {
      ...{ code, output: stdout + stderr, report: read('explored.json'), seconds },
      replays: runs.map(({ verdict }) => verdict),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
