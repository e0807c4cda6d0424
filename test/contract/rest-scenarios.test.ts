/** Operations of scenarios: in a file of their own, because their processes take long to start. */
import { describeExplorations } from './explorations.ts';
import { describeOverRest, isOfScenarios } from './over-rest.ts';
import { describeRecordings } from './recordings.ts';
import { describeScenarios } from './scenarios.ts';

describeOverRest(isOfScenarios, [describeScenarios, describeExplorations, describeRecordings]);
