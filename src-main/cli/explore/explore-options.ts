/** Options of `hookwright explore`. */
import type { DisturbanceKind } from '#shared/schemas/scenario/exploration.ts';

export interface ExploreCommandOptions {
  readonly budget?: number;
  readonly runs?: number;
  readonly seed: number;
  readonly resume: boolean;
  readonly out?: string;
  readonly disturb: readonly DisturbanceKind[];
  readonly server?: string;
  readonly case?: string;
  readonly set: Readonly<Record<string, string>>;
  readonly allowOrigin: readonly string[];
  readonly allowIncomplete: boolean;
  readonly responsesOnly: boolean;
  readonly json?: string;
  readonly stall: number;
  readonly limit: number;
}
