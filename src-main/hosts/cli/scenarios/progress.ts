/** Progress of runs: a live line in a terminal, a plain line every ten seconds elsewhere. */

import { printLine } from '#main/hosts/headless/print.ts';
import { compactDuration } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import type { RunProgress } from '#shared/scenarios/schema/run.ts';
import { createLiveLine } from '../output.ts';

const liveEveryMs = 100;
const plainEveryMs = 10_000;

export interface Progress {
  show(name: string, progress: RunProgress): void;
  /** Removes the live line. */
  clear(): void;
}

export function progressText(name: string, { atMs, ledger, steps }: RunProgress): string {
  const { waiting, delivered } = ledger;
  const counts = [
    counted(ledger.accepted, 'message'),
    `${delivered} delivered`,
    `${waiting} waiting`,
  ];
  const step = steps.length === 0 ? [] : [steps.join(', ')];
  return [`${name}  +${compactDuration(atMs)}`, ...counts, ...step].join(' · ');
}

export function createProgress(output: NodeJS.WriteStream, elapsedMs: () => number): Progress {
  const line = createLiveLine(output);
  let shownAt = elapsedMs();
  const everyMs = output.isTTY ? liveEveryMs : plainEveryMs;
  return {
    show(name, progress) {
      if (elapsedMs() - shownAt < everyMs) return;
      shownAt = elapsedMs();
      const text = progressText(name, progress);
      if (output.isTTY) line.show(text);
      else printLine(text, output);
    },
    clear: line.clear,
  };
}
