/** The parts of a run that its setup, steps and expectations use, and what a step waits for. */
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { Facts } from './facts.ts';
import type { Mocks } from './mocks.ts';
import type { OutgoingRequests } from './outgoing-requests.ts';
import type { Names, Recorder } from './recorder.ts';
import type { RunFiles } from './run-files.ts';
import type { RunSettings } from './run-settings.ts';
import type { createStateReader } from './server-state.ts';
import type { ProductUnderTest } from './under-test.ts';

type RunStateReader = ReturnType<typeof createStateReader>;

export interface Run {
  readonly scenario: Scenario;
  readonly settings: RunSettings;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  /** For texts that are cut; everything else of the report is redacted at the end. */
  readonly redact: RedactSecrets;
  readonly files: RunFiles;
  readonly outgoing: OutgoingRequests;
  readonly names: Names;
  readonly mocks: Mocks;
  readonly product: ProductUnderTest;
  readonly recorder: Recorder;
  readonly facts: Facts;
  readonly state: RunStateReader;
}

/** What a step waits for; the first one resumes it. */
export interface Wait {
  /** Virtual time, in milliseconds since the epoch. */
  readonly at?: number;
  /** Checked after every advance. */
  readonly when?: () => boolean;
}

export type StepRun = AsyncGenerator<Wait, void, void>;

/** Resolves after the next advance, when all earlier actions have taken effect. */
export function nextAdvance({ product }: Run): Wait {
  const before = product.advances();
  return { when: () => product.advances() > before };
}

/** Resumes at a moment, or later when the product is up. */
export async function* upAt({ product }: Run, time: number): StepRun {
  if (time > product.now()) yield { at: time };
  yield { when: product.isUp };
}
