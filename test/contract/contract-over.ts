/** One suite for the whole contract; each transport runs it in its own file, concurrently. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAudiences } from './audiences.ts';
import { describeCertification } from './certification.ts';
import { describeSetup } from './config.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeExplorations } from './explorations.ts';
import { describeExports } from './exports.ts';
import { describeJobs } from './jobs.ts';
import { describeJournal } from './journal.ts';
import { operationsOf } from './operations.ts';
import { describeReceivers } from './receivers.ts';
import { describeRecordings } from './recordings.ts';
import { describeResends } from './resends.ts';
import { describeScenarios } from './scenarios.ts';
import { describeSending } from './sending.ts';
import { describeSignatures } from './signatures.ts';
import { describeStatistics } from './statistics.ts';
import { describeSystem } from './system.ts';
import { type Connected, connectOver, type TransportName } from './transports.ts';

export function describeContractOver(name: TransportName): void {
  describe(`over ${name},`, () => {
    let connected: Connected | undefined;
    const open = (): Connected => {
      if (connected === undefined) throw new Error('Not connected yet.');
      return connected;
    };
    beforeAll(async () => {
      connected = await connectOver(name);
    });
    afterAll(() => connected?.close());

    describeSetup(open);
    describeSending(open);
    describeDeliveries(open);
    describeJobs(open);
    describeReceivers(open);
    describeSignatures(open);
    describeCertification(open);
    describeResends(open);
    describeStatistics(open);
    describeExports(open);
    describeScenarios(open);
    describeExplorations(open);
    describeJournal(open);
    describeRecordings(open);
    describeSystem(open);
    // Last, because deletion requests go to every destination.
    describeAudiences(open);

    it('REST returned every time as ISO 8601 text', () => {
      expect([...open().millisecondFields]).toEqual([]);
    });

    it('this suite called every operation of the contract', () => {
      const { called } = open();
      const missing = operationsOf().filter((operation) => !called.has(operation.name));
      expect(missing.map((operation) => operation.name)).toEqual([]);
    });
  });
}
