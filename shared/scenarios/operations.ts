import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { byId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { pageOf } from '#shared/kit/page.ts';
import { ExplorationUpdate, ExploreRequest } from './schema/exploration.ts';
import { DeliveriesScenario, FromDeliveries } from './schema/from-deliveries.ts';
import {
  ChangeRunPace,
  CompareRunsRequest,
  RepeatRunRequest,
  RunAttempts,
  RunComparison,
  RunEvents,
  RunEventsRequest,
  RunRef,
  RunScenarioRequest,
  RunSummary,
  RunUpdate,
  SavedFile,
  StoredRun,
} from './schema/run.ts';
import {
  RunDataQuery,
  RunDeliveriesQuery,
  RunDelivery,
  RunDeliveryRef,
  RunRequest,
  RunRequestRef,
  RunRequestSummary,
} from './schema/run-data.ts';
import {
  CheckedScenario,
  CheckScenario,
  CreateScenario,
  NewScenarioUpload,
  RunInputs,
  SaveScenario,
  ScenarioExample,
  ScenarioList,
  ScenarioRef,
  ScenarioUploadPiece,
  ScenarioUploadResult,
  StoredScenario,
} from './schema/workspace.ts';

export const scenarios = group('Scenarios', {
  list: op('GET /scenarios', {
    summary: 'List scenario files with their last ten runs',
    output: ScenarioList,
  }),
  examples: op('GET /scenario-examples', {
    summary: 'List example scenarios',
    output: z.array(ScenarioExample),
  }),
  get: op('GET /scenarios/{file}', {
    summary: 'Get the text of a scenario file',
    description: 'In a path, / is written as %2F.',
    input: ScenarioRef,
    output: StoredScenario,
  }),
  create: op('POST /scenarios', {
    effect: 'write',
    summary: 'Create a scenario file from an example or a text',
    status: 201,
    input: CreateScenario,
    output: StoredScenario,
  }),
  save: op('PUT /scenarios/{file}', {
    effect: 'write',
    summary: 'Save a scenario file',
    description: 'Returns 409 if the file has changed since that version was read.',
    input: SaveScenario,
    output: StoredScenario,
  }),
  remove: op('DELETE /scenarios/{file}', {
    effect: 'deletes',
    summary: 'Delete a scenario file',
    description: 'Its runs are kept.',
    input: ScenarioRef,
  }),
  check: op('POST /scenarios/check', {
    effect: 'read',
    summary: 'Check the text of a scenario, with line, column and fix of each problem',
    description: 'Runs nothing, and the file need not exist.',
    input: CheckScenario,
    output: CheckedScenario,
  }),
  fromDeliveries: op('POST /scenarios/from-deliveries', {
    effect: 'read',
    summary: 'Make a scenario of deliveries, with its fixtures',
    description:
      'Saves nothing. With `recorded`, mock endpoints respond as recorded, and the scenario passes. With `server`, the same requests go to your server, which must accept each of them.',
    input: FromDeliveries,
    output: DeliveriesScenario,
  }),
  run: op('POST /scenarios/run', {
    effect: 'sends',
    summary: 'Run a scenario in virtual time, with progress and report',
    description: 'One at a time. The run stops when the stream is closed, unless it is detached.',
    input: RunScenarioRequest,
    output: eventIterator(RunUpdate),
  }),
  follow: op('GET /scenario-runs/current', {
    summary: 'Follow the current run, with progress and report',
    description: 'Ends at once if there is none.',
    output: eventIterator(RunUpdate),
  }),
  explore: op('POST /scenarios/explore', {
    effect: 'sends',
    summary: 'Explore a scenario: run it with disturbances until one makes it fail',
    description:
      'One run or exploration at a time. Your server needs reset. The exploration stops when the stream is closed.',
    input: ExploreRequest,
    output: eventIterator(ExplorationUpdate),
  }),
  cancel: op('POST /scenario-runs/{id}/cancel', {
    effect: 'write',
    summary: 'Stop a run or an exploration',
    description: 'Its stream ends with an inconclusive report.',
    input: RunRef,
  }),
  changePace: op('POST /scenario-runs/{id}/pace', {
    effect: 'write',
    summary: 'Pause or resume the current run, or change its speed',
    description: 'Its result stays the same. Without effect once the run has ended.',
    input: ChangeRunPace,
  }),
  runs: op('GET /scenario-runs', {
    summary: 'List runs of a scenario, newest first',
    description: 'At most 50 are kept per scenario, and 1 GB in total.',
    input: ScenarioRef,
    output: z.array(RunSummary),
  }),
  report: op('GET /scenario-runs/{id}', {
    summary: 'Get a run with its report',
    input: RunRef,
    output: StoredRun,
  }),
  events: op('POST /scenario-runs/{id}/events', {
    effect: 'read',
    summary: 'Get the events of messages in a run',
    input: RunEventsRequest,
    output: RunEvents,
  }),
  attempts: op('GET /scenario-runs/{id}/attempts', {
    summary: 'List attempts of a run, oldest first',
    description: 'At most 50,000.',
    input: RunRef,
    output: RunAttempts,
  }),
  archive: op('GET /scenario-runs/{id}/archive', {
    summary: 'Get a run as a run archive',
    description:
      'hookwright run repeats it, and POST /scenario-uploads opens it. Values of secret variables are left out.',
    input: RunRef,
    output: SavedFile,
  }),
  deliveries: op('GET /scenario-runs/{id}/deliveries', {
    summary: 'List deliveries of a run, newest first',
    description: 'At most 50 MB of deliveries are kept with a run.',
    input: RunDeliveriesQuery,
    output: pageOf(DeliverySummary),
  }),
  delivery: op('GET /scenario-runs/{id}/deliveries/{deliveryId}', {
    summary: 'Get a delivery of a run with all attempts and copies',
    input: RunDeliveryRef,
    output: RunDelivery,
  }),
  requests: op('GET /scenario-runs/{id}/requests', {
    summary: 'List requests that the mock endpoints of a run logged, oldest first',
    description: 'At most 50 MB of requests are kept with a run.',
    input: RunDataQuery,
    output: pageOf(RunRequestSummary),
  }),
  request: op('GET /scenario-runs/{id}/requests/{requestId}', {
    summary: 'Get a request that a mock endpoint of a run logged, with its response',
    input: RunRequestRef,
    output: RunRequest,
  }),
  inputs: op('GET /scenario-runs/{id}/inputs', {
    summary: 'Get the scenario that a run was made with',
    input: RunRef,
    output: RunInputs,
  }),
  repeat: op('POST /scenario-runs/{id}/repeat', {
    effect: 'sends',
    summary: 'Repeat a run with the files, seed and start of its run archive',
    description: 'If the history hash of the new run is the same, so are its events.',
    input: RepeatRunRequest,
    output: eventIterator(RunUpdate),
  }),
  removeRun: op('DELETE /scenario-runs/{id}', {
    effect: 'deletes',
    summary: 'Delete a run',
    input: RunRef,
  }),
  exportFile: op('GET /scenarios/{file}/export', {
    summary: 'Get a scenario with its files as a zip',
    input: ScenarioRef,
    output: SavedFile,
  }),
  startUpload: op('POST /scenario-uploads', {
    effect: 'write',
    summary: 'Start an upload: a run archive, a zip of scenarios with their files, or a YAML file',
    status: 201,
    input: NewScenarioUpload,
    output: z.object({ id: z.string() }),
    pieces: { operation: 'scenarios.upload', cancel: 'scenarios.cancelUpload' },
  }),
  upload: op('POST /scenario-uploads/{id}/pieces', {
    effect: 'write',
    summary: 'Append a piece of the file; after the last one, the file is opened',
    description: 'A run archive becomes a run. Scenarios are added to the folder.',
    input: ScenarioUploadPiece,
    output: ScenarioUploadResult,
  }),
  cancelUpload: op('DELETE /scenario-uploads/{id}', {
    effect: 'write',
    summary: 'Cancel an upload',
    input: byId,
  }),
  compare: op('POST /scenario-runs/compare', {
    effect: 'read',
    summary: 'Compare two runs: events that only one of them has',
    description: "Bodies, headers and measured durations aren't compared.",
    input: CompareRunsRequest,
    output: RunComparison,
  }),
});
