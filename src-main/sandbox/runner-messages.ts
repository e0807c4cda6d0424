/** Messages between a host and the process of a run or an exploration. */
import type {
  ExplorerRequest,
  ExplorerUpdate,
  RunnerRequest,
  RunnerUpdate,
} from '#core/scenarios/scenarios.ts';

export type ToRunner =
  | { readonly kind: 'run'; readonly request: RunnerRequest }
  | { readonly kind: 'explore'; readonly request: ExplorerRequest }
  /** It still ends with a report. */
  | { readonly kind: 'cancel' };

export type FromRunner<Update = RunnerUpdate | ExplorerUpdate> =
  | Update
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** How to fix it. */
      readonly fix?: string | undefined;
      /** The field of the request that is the reason. */
      readonly field?: string | undefined;
    };
