/** Operations of scenarios: in a file of their own, because their processes take long to start. */
import { beforeAll } from 'vitest';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { describeExplorations } from './explorations.ts';
import { describeOverRest, isOfScenarios } from './over-rest.ts';
import { describeScenarios } from './scenarios.ts';

beforeAll(ensureBuild);
describeOverRest(isOfScenarios, [describeScenarios, describeExplorations]);
