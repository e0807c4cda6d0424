/** The context of a run's steps. */

import type { EvaluatedCheck, ExpectationPorts } from '#main/scenarios/expect/evaluate.ts';
import type { DeliveryRecord, GrowingHistory } from '#main/scenarios/history/history-index.ts';
import type { RunFacts } from '#main/scenarios/run-facts.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { Names } from './names.ts';
import type { MocksPort, RunPorts } from './ports.ts';
import type { Recorder } from './recorder.ts';
import type { UnderTest } from './under-test.ts';

export interface Run {
  readonly scenario: Scenario;
  readonly seed: number;
  /** For texts that are cut; everything else of the report is redacted at the end. */
  readonly redact: RedactSecrets;
  readonly ports: RunPorts;
  readonly mocks: MocksPort;
  readonly underTest: UnderTest;
  readonly names: Names;
  readonly history: GrowingHistory;
  readonly recorder: Recorder;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  readonly expectationPorts: ExpectationPorts;
  /** Deliveries of each `cancel` step, by its id. */
  readonly cancelled: Map<string, readonly DeliveryRecord[]>;
  facts(): RunFacts;
  /** Sends a message to ingestion. */
  ingest(source: string, message: object, messageId: string, step: string): Promise<void>;
  /** Sends an event of a provider to one destination. */
  sendPayload(
    request: { readonly destinationId: string; readonly payload: string; readonly event?: string },
    messageId: string,
    step: string,
  ): Promise<void>;
  /** Messages of this sync or deletion request belong to the step. */
  ownOrigin(kind: 'sync' | 'deletion', id: string, step: string): void;
  addCheck(check: EvaluatedCheck): void;
  /** For the timeline of the report. */
  recordOutage(mock: string, untilMs: number): void;
  /** Reloads webhooks and connections after a change. */
  settingsChanged(): Promise<void>;
}
