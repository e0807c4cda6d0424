/** All operations except those of scenarios. */
import { describeAudiences } from './audiences.ts';
import { describeCertification } from './certification.ts';
import { describeSetup } from './config.ts';
import { describeCopies } from './copies.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeExports } from './exports.ts';
import { describeJobs } from './jobs.ts';
import { describeMocks } from './mocks.ts';
import { describeOverRest, isOfScenarios } from './over-rest.ts';
import { describeSending } from './sending.ts';
import { describeSignatures } from './signatures.ts';
import { describeStatistics } from './statistics.ts';
import { describeSystem } from './system.ts';

describeOverRest(
  (operation) => !isOfScenarios(operation),
  [
    describeSetup,
    describeSending,
    describeDeliveries,
    describeJobs,
    describeMocks,
    describeSignatures,
    describeCertification,
    describeCopies,
    describeStatistics,
    describeExports,
    describeSystem,
    // Last, because deletion requests go to every destination.
    describeAudiences,
  ],
);
