/** A checked scenario with the variables of one case: the input of a run. */
import type { Expectation, RecordExpectation } from './schema/expectation.ts';
import type { ClockStart, ScenarioClock, ScenarioFile } from './schema/file.ts';
import type { Place } from './schema/report.ts';
import type { Step, StepOf } from './schema/step.ts';
import type { VariableValue } from './schema/values.ts';

/** An item with its position in the file. */
export type Placed<Item> = Item & { readonly place: Place };

export type PlacedExpectation = Placed<Expectation>;

type WaitInput = StepOf<'wait'>['input'];
type PlacedWait =
  | Extract<WaitInput, { kind: 'time' }>
  | (Omit<Extract<WaitInput, { kind: 'condition' }>, 'until'> & {
      readonly until: Placed<RecordExpectation>;
    });

type WithPlaces<AnyStep extends Step> = AnyStep extends { action: 'check' }
  ? Omit<AnyStep, 'input'> & { readonly input: readonly PlacedExpectation[] }
  : AnyStep extends { action: 'wait' }
    ? Omit<AnyStep, 'input'> & { readonly input: PlacedWait }
    : AnyStep;

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
  /** Resolved values, including secret ones. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Secret variables, with their environment variables. */
  readonly secretVariables: Readonly<Record<string, string>>;
  /** Those whose value is not in the file. */
  readonly enteredSecrets: readonly string[];
  /** What the host stores as secrets, since a server may repeat them. Empty without a host. */
  readonly storedSecrets: readonly string[];
  readonly clock: Omit<ScenarioClock, 'start'> & { readonly start: ClockStart };
  readonly when: readonly PlacedStep[];
  readonly then: readonly PlacedExpectation[];
}
