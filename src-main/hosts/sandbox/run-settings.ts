/** What a run is given, and what it leaves. */
import type { KnownSideEffects } from '#main/kit/side-effects.ts';
import type { StateReader } from '#main/scenarios/expect/probe.ts';
import type { FilesOnDisk } from '#main/scenarios/files-on-disk.ts';
import type { GrowingHistory } from '#main/scenarios/history/history-index.ts';
import type { RequestSender, RunData } from '#main/scenarios/run-data.ts';
import type { RunReport, RunTimeline } from '#shared/scenarios/schema/report.ts';
import type { RunChecks, RunPace, RunProgress } from '#shared/scenarios/schema/run.ts';
import type { ProductProcesses } from './product.ts';

export interface FinishedRun {
  /** Without the values of secret variables, unlike the history. */
  readonly report: RunReport;
  readonly history: GrowingHistory;
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly startsAt: number;
  /** The attempts that sent the requests, by their number in the mock endpoints' log. */
  readonly senders: ReadonlyMap<number, RequestSender>;
  /** Why snapshots could not be written. */
  readonly snapshotProblems: readonly string[];
}

/** What can be shown of a run while it goes on. */
export interface RunDetails {
  readonly timeline: RunTimeline;
  readonly checks: RunChecks;
}

/** The user's server, which a command of theirs starts. Both reject with an Inconclusive. */
export interface ServerProgram {
  /** Of the server; default: that of a step serverRestart or serverCrash, or the first. */
  readonly name?: string;
  /** Starts it unless it runs. Resolves when it accepts a connection to the URL. */
  ensure(url: string): Promise<void>;
  restart(url: string): Promise<void>;
  /** Restarts it without warning: it can't complete its work. */
  crash(url: string): Promise<void>;
}

export interface RunSettings {
  readonly version: string;
  readonly seed: number;
  /** Values of variables, for the command that runs it again. */
  readonly set: Readonly<Record<string, string>>;
  /** Only the command line starts programs; default: the user starts the server. */
  readonly serverProgram?: ServerProgram | undefined;
  /** Origins of other machines that it may send to. */
  readonly allowOrigins: readonly string[];
  /** Longest advance, in milliseconds of real time. */
  readonly stallMs: number;
  /** Longest run, in milliseconds of real time. */
  readonly limitMs: number;
  /** Ends early once servers behind mock endpoints didn't respond to this many requests in time; default: never. */
  readonly maxTimeouts?: number | null;
  /** Stops at this moment of virtual time, in milliseconds since the start; null: at the end. */
  readonly untilMs: number | null;
  /** Times real time; null: that of the file. */
  readonly speed: number | null;
  /** Saves the results while the data of the run still exists. */
  readonly save?: (run: FinishedRun, openData: () => RunData) => Promise<void>;
  /** Keeps the data folder and reports its path. */
  readonly keep?: (path: string) => void;
  /** Takes the values that `asUndisturbed` refers to; only for exploring. */
  readonly undisturbed?: StateReader['undisturbed'];
  /** What is known of the time that side effects take; default: nothing, so they get a second. */
  readonly sideEffects?: Pick<KnownSideEffects, 'leastMs' | 'slowestMs' | 'onSlower'>;
  /** Writes snapshots. */
  readonly updatesSnapshots: boolean;
  readonly files: FilesOnDisk;
  readonly products: ProductProcesses;
  readonly signal: AbortSignal;
  /** The user changes how fast it runs. */
  readonly onPaceChange?: (change: (pace: RunPace) => void) => void;
  /** Called after every advance. The details are created only when called. */
  readonly progress: (progress: RunProgress, details: () => RunDetails) => void;
}
