/** A scenario that was read, checked and filled with the variables of one case: what a run executes. */
import type { Expectation, RecordExpectation } from '../schemas/scenario/expectation.ts';
import type { ClockStart, ScenarioClock, ScenarioFile } from '../schemas/scenario/file.ts';
import type { Place } from '../schemas/scenario/report.ts';
import type { Step, StepOf } from '../schemas/scenario/step.ts';
import type { VariableValue } from '../schemas/scenario/values.ts';

/** With its place in the file. */
export type Placed<One> = One & { readonly place: Place };

export type PlacedExpectation = Placed<Expectation>;

type WaitInput = StepOf<'wait'>['input'];
type PlacedWait =
  | Extract<WaitInput, { kind: 'time' }>
  | (Omit<Extract<WaitInput, { kind: 'condition' }>, 'until'> & {
      readonly until: Placed<RecordExpectation>;
    });

type WithPlaces<One extends Step> = One extends { action: 'check' }
  ? Omit<One, 'input'> & { readonly input: readonly PlacedExpectation[] }
  : One extends { action: 'wait' }
    ? Omit<One, 'input'> & { readonly input: PlacedWait }
    : One;

export type PlacedStep = Placed<WithPlaces<Step>>;
export type PlacedStepOf<Action extends Step['action']> = Extract<PlacedStep, { action: Action }>;

export interface Scenario
  extends Omit<
    ScenarioFile,
    'scenario' | 'variables' | 'use' | 'cases' | 'when' | 'then' | 'clock'
  > {
  /** Path of the file, as given. */
  readonly file: string;
  /** Null without cases. */
  readonly case: string | null;
  /** Resolved values, secret ones included. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Names of the secret ones. */
  readonly secretVariables: readonly string[];
  readonly clock: Omit<ScenarioClock, 'start'> & { readonly start: ClockStart };
  readonly when: readonly PlacedStep[];
  readonly then: readonly PlacedExpectation[];
}
