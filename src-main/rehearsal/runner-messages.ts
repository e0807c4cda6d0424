/** Messages between a host and the process of a run. */
import type { RunnerRequest, RunnerUpdate } from '#core/scenarios/scenarios.ts';

export type ToRunner =
  | { readonly kind: 'run'; readonly request: RunnerRequest }
  /** The run still ends with a report. */
  | { readonly kind: 'cancel' };

export type FromRunner = RunnerUpdate | { readonly kind: 'failed'; readonly message: string };
