import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { DeliverySummary } from '../schemas/delivery.ts';
import { pageOf } from '../schemas/page.ts';
import { ExplorationUpdate, ExploreRequest } from '../schemas/scenario/exploration.ts';
import { DeliveriesScenario, FromDeliveries } from '../schemas/scenario/from-deliveries.ts';
import {
  CompareRunsRequest,
  RepeatRunRequest,
  RunComparison,
  RunEvents,
  RunEventsRequest,
  RunRef,
  RunScenarioRequest,
  RunSummary,
  RunUpdate,
  SavedFile,
  StoredRun,
} from '../schemas/scenario/run.ts';
import {
  RunDataQuery,
  RunDeliveriesQuery,
  RunDelivery,
  RunDeliveryRef,
  RunRequest,
  RunRequestRef,
  RunRequestSummary,
} from '../schemas/scenario/run-data.ts';
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
} from '../schemas/scenario/workspace.ts';
import { operation } from './errors.ts';

const tags = ['Scenarios'];

export const scenarios = {
  list: operation
    .route({
      method: 'GET',
      path: '/scenarios',
      summary: 'List scenario files with their last ten runs',
      tags,
    })
    .output(ScenarioList),
  examples: operation
    .route({ method: 'GET', path: '/scenario-examples', summary: 'List example scenarios', tags })
    .output(z.array(ScenarioExample)),
  get: operation
    .route({
      method: 'GET',
      path: '/scenarios/{file}',
      summary: 'Get the text of a scenario file',
      description: 'In a path, / is written as %2F.',
      tags,
    })
    .input(ScenarioRef)
    .output(StoredScenario),
  create: operation
    .route({
      method: 'POST',
      path: '/scenarios',
      summary: 'Create a scenario file from an example or a text',
      tags,
      successStatus: 201,
    })
    .input(CreateScenario)
    .output(StoredScenario),
  save: operation
    .route({
      method: 'PUT',
      path: '/scenarios/{file}',
      summary: 'Save a scenario file',
      description: 'Returns 409 if the file has changed since that version was read.',
      tags,
    })
    .input(SaveScenario)
    .output(StoredScenario),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/scenarios/{file}',
      summary: 'Delete a scenario file',
      description: 'Its runs are kept.',
      tags,
      successStatus: 204,
    })
    .input(ScenarioRef)
    .output(z.void()),
  check: operation
    .route({
      method: 'POST',
      path: '/scenarios/check',
      summary: 'Check the text of a scenario, with line, column and fix of each problem',
      description: 'Runs nothing, and the file need not exist.',
      tags,
    })
    .input(CheckScenario)
    .output(CheckedScenario),
  fromDeliveries: operation
    .route({
      method: 'POST',
      path: '/scenarios/from-deliveries',
      summary: 'Make a scenario of deliveries, with its fixtures',
      description:
        'Saves nothing. against: recorded uses mock endpoints that respond as recorded, and passes; against: server sends the same to your server, which must accept every request.',
      tags,
    })
    .input(FromDeliveries)
    .output(DeliveriesScenario),
  run: operation
    .route({
      method: 'POST',
      path: '/scenarios/run',
      summary: 'Run a scenario in virtual time, with progress and report',
      description: 'One at a time. The run stops when the stream is closed.',
      tags,
    })
    .input(RunScenarioRequest)
    .output(eventIterator(RunUpdate)),
  explore: operation
    .route({
      method: 'POST',
      path: '/scenarios/explore',
      summary: 'Explore a scenario: run it with disturbances until one makes it fail',
      description:
        'One run or exploration at a time. Your server needs reset. The exploration stops when the stream is closed.',
      tags,
    })
    .input(ExploreRequest)
    .output(eventIterator(ExplorationUpdate)),
  cancel: operation
    .route({
      method: 'POST',
      path: '/scenario-runs/{id}/cancel',
      summary: 'Stop a run or an exploration',
      description: 'Its stream ends with an inconclusive report.',
      tags,
    })
    .input(RunRef)
    .output(z.void()),
  runs: operation
    .route({
      method: 'GET',
      path: '/scenario-runs',
      summary: 'List runs of a scenario, newest first',
      description: 'At most 50 are kept per scenario, and 1 GB in total.',
      tags,
    })
    .input(ScenarioRef)
    .output(z.array(RunSummary)),
  report: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}',
      summary: 'Get a run with its report',
      tags,
    })
    .input(RunRef)
    .output(StoredRun),
  events: operation
    .route({
      method: 'POST',
      path: '/scenario-runs/{id}/events',
      summary: 'Get the events of messages in a run',
      tags,
    })
    .input(RunEventsRequest)
    .output(RunEvents),
  archive: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/archive',
      summary: 'Get a run as a run archive',
      description:
        'hookwright run repeats it, and POST /scenario-uploads opens it. Values of secret variables are left out.',
      tags,
    })
    .input(RunRef)
    .output(SavedFile),
  deliveries: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/deliveries',
      summary: 'List deliveries of a run, oldest first',
      description: 'At most 50 MB of deliveries are kept with a run.',
      tags,
    })
    .input(RunDeliveriesQuery)
    .output(pageOf(DeliverySummary)),
  delivery: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/deliveries/{deliveryId}',
      summary: 'Get a delivery of a run with all attempts and copies',
      tags,
    })
    .input(RunDeliveryRef)
    .output(RunDelivery),
  requests: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/requests',
      summary: 'List requests that the mock endpoints of a run logged, oldest first',
      description: 'At most 50 MB of requests are kept with a run.',
      tags,
    })
    .input(RunDataQuery)
    .output(pageOf(RunRequestSummary)),
  request: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/requests/{requestId}',
      summary: 'Get a request that a mock endpoint of a run logged, with its response',
      tags,
    })
    .input(RunRequestRef)
    .output(RunRequest),
  inputs: operation
    .route({
      method: 'GET',
      path: '/scenario-runs/{id}/inputs',
      summary: 'Get the scenario that a run was made with',
      tags,
    })
    .input(RunRef)
    .output(RunInputs),
  repeat: operation
    .route({
      method: 'POST',
      path: '/scenario-runs/{id}/repeat',
      summary: 'Repeat a run with the files, seed and start of its run archive',
      description: 'If the digest of the new run is the same, so are its events.',
      tags,
    })
    .input(RepeatRunRequest)
    .output(eventIterator(RunUpdate)),
  removeRun: operation
    .route({
      method: 'DELETE',
      path: '/scenario-runs/{id}',
      summary: 'Delete a run',
      tags,
      successStatus: 204,
    })
    .input(RunRef)
    .output(z.void()),
  exportFile: operation
    .route({
      method: 'GET',
      path: '/scenarios/{file}/export',
      summary: 'Get a scenario with its files as a zip',
      tags,
    })
    .input(ScenarioRef)
    .output(SavedFile),
  startUpload: operation
    .route({
      method: 'POST',
      path: '/scenario-uploads',
      summary: 'Start to upload a run archive, a zip of scenarios with their files, or a YAML file',
      tags,
      successStatus: 201,
    })
    .input(NewScenarioUpload)
    .output(z.object({ id: z.string() })),
  upload: operation
    .route({
      method: 'POST',
      path: '/scenario-uploads/{id}/pieces',
      summary: 'Append a piece of the file; the last one opens it',
      description: 'A run archive becomes a run. Scenarios are added to the folder.',
      tags,
    })
    .input(ScenarioUploadPiece)
    .output(ScenarioUploadResult),
  compare: operation
    .route({
      method: 'POST',
      path: '/scenario-runs/compare',
      summary: 'Compare two runs: events that only one of them has',
      description: "Bodies, headers and measured durations aren't compared.",
      tags,
    })
    .input(CompareRunsRequest)
    .output(RunComparison),
};
