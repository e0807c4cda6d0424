/** `hookwright run --watch`: reruns affected scenarios after a change or a key press. */
import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { printError, printLine } from '#main/hosts/headless/print.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import type { PlannedRun } from './run-plan.ts';
import { SelectionError, selectFiles } from './scenario-files.ts';

/** Which of the planned runs to perform, and whether to write snapshots. */
export interface Round {
  readonly isPicked: (run: PlannedRun) => boolean;
  readonly update: boolean;
}

export interface WatchedOutcome {
  readonly runs: readonly PlannedRun[];
  readonly reports: readonly RunReport[];
}

/** Editors write a file in several steps. */
const quietMs = 100;

const allRuns: Round = { isPicked: () => true, update: false };

const keysText = 'Waiting for changes.  a all  f failed  u update snapshots  q quit';

const filesOf = ({ scenario, paths }: PlannedRun): readonly string[] =>
  [scenario.file, ...paths].map((path) => resolve(path));

const keyOf = (file: string, caseName: string | null): string => JSON.stringify([file, caseName]);

type WatchEvent =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'changed'; readonly paths: ReadonlySet<string> };

/** Changes in the folders of files, and keys if there is a terminal. Kept until they are handled. */
function createEvents(quit: () => void) {
  let watchers: readonly FSWatcher[] = [];
  let folders: readonly string[] = [];
  /** Paths of the next event of changes, until it is taken. */
  let changed = new Set<string>();
  const queue: WatchEvent[] = [];
  let wake: () => void = () => undefined;

  function push(event: WatchEvent): void {
    queue.push(event);
    wake();
  }

  function onChange(path: string): void {
    const isFirst = changed.size === 0;
    changed.add(path);
    if (isFirst) void pause(quietMs).then(() => push({ kind: 'changed', paths: changed }));
  }

  function onKeys(data: Buffer): void {
    for (const key of data.toString('utf8'))
      if (key === 'q' || key === '\u0003') quit();
      else push({ kind: 'key', key });
  }

  const { stdin } = process;
  if (stdin.isTTY) stdin.setRawMode(true).on('data', onKeys);

  return {
    watch(paths: readonly string[]): void {
      const next = [...new Set(paths.map((path) => dirname(path)))].sort();
      if (next.join('\n') === folders.join('\n')) return;
      for (const watcher of watchers) watcher.close();
      folders = next;
      watchers = next.map((folder) =>
        watch(folder, (_, name) => onChange(resolve(folder, name ?? ''))),
      );
    },
    async next(): Promise<WatchEvent> {
      for (;;) {
        const event = queue.shift();
        if (event?.kind === 'changed') changed = new Set();
        if (event !== undefined) return event;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close(): void {
      for (const watcher of watchers) watcher.close();
      if (!stdin.isTTY) return;
      stdin.off('data', onKeys).setRawMode(false);
      stdin.unref();
    },
  };
}

/** Null: nothing to run. */
function roundFor(event: WatchEvent, last: WatchedOutcome): Round | null {
  if (event.kind === 'changed') {
    const isKnown = last.runs.some((run) => filesOf(run).some((path) => event.paths.has(path)));
    const isPicked = (run: PlannedRun): boolean =>
      filesOf(run).some((path) => event.paths.has(path));
    const isScenario = [...event.paths].some((path) => /\.ya?ml$/.test(path));
    return isKnown || isScenario ? { isPicked, update: false } : null;
  }
  const failed = new Set(
    last.reports
      .filter(({ verdict }) => verdict !== 'passed')
      .map(({ scenario }) => keyOf(scenario.file, scenario.case)),
  );
  switch (event.key) {
    case 'a':
      return allRuns;
    case 'u':
      return { ...allRuns, update: true };
    case 'f':
      return {
        isPicked: ({ scenario }) => failed.has(keyOf(scenario.file, scenario.case)),
        update: false,
      };
    default:
      return null;
  }
}

/** Until `q` or an interrupt. */
export async function watchRuns(
  args: readonly string[],
  interrupted: AbortController,
  perform: (round: Round) => Promise<WatchedOutcome>,
): Promise<void> {
  const events = createEvents(() => interrupted.abort());
  const ended = new Promise<null>((end) =>
    interrupted.signal.addEventListener('abort', () => end(null)),
  );
  let round: Round | null = allRuns;
  let last: WatchedOutcome = { runs: [], reports: [] };
  try {
    while (!interrupted.signal.aborted) {
      if (round !== null) {
        const selected = (await selectFiles(args)).map(({ path }) => resolve(path));
        events.watch([...selected, ...last.runs.flatMap(filesOf)]);
        try {
          last = await perform(round);
          events.watch([...selected, ...last.runs.flatMap(filesOf)]);
        } catch (error) {
          // The file may be in the middle of an edit.
          if (!(error instanceof SelectionError)) throw error;
          printError(error.lines);
        }
        if (!interrupted.signal.aborted) printLine(keysText, process.stderr);
      }
      const event = await Promise.race([events.next(), ended]);
      round = event === null ? null : roundFor(event, last);
    }
  } finally {
    events.close();
  }
}
