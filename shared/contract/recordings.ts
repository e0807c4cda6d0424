import { eventIterator } from '@orpc/contract';
import {
  RecordedScenario,
  RecordingFiles,
  RecordingFilesRequest,
  RecordScenario,
  RunRecording,
  SaveRecording,
} from '../schemas/scenario/recording.ts';
import { RunUpdate } from '../schemas/scenario/run.ts';
import { StoredScenario } from '../schemas/scenario/workspace.ts';
import { operation } from './errors.ts';

const tags = ['Recordings'];

/** Kept until Hookwright stops, five at most. */
export const recordings = {
  create: operation
    .route({
      method: 'POST',
      path: '/scenario-recordings',
      summary: 'Record what was done in a span as a scenario',
      description:
        'Specify from, lastMs or filter. Returns the steps, what is left out, and expectations that held. ' +
        'Five recordings are kept, until Hookwright stops.',
      tags,
      successStatus: 201,
    })
    .input(RecordScenario)
    .output(RecordedScenario),
  run: operation
    .route({
      method: 'POST',
      path: '/scenario-recordings/{id}/run',
      summary: 'Run a recording with all its expectations before it is saved',
      tags,
    })
    .input(RunRecording)
    .output(eventIterator(RunUpdate)),
  files: operation
    .route({
      method: 'POST',
      path: '/scenario-recordings/{id}/files',
      summary: 'Get the scenario and fixtures of a recording',
      description: 'Without expectations, it has those that passed the last run, or all.',
      tags,
    })
    .input(RecordingFilesRequest)
    .output(RecordingFiles),
  save: operation
    .route({
      method: 'POST',
      path: '/scenario-recordings/{id}/save',
      summary: 'Save a recording as a scenario file with its fixtures',
      tags,
      successStatus: 201,
    })
    .input(SaveRecording)
    .output(StoredScenario),
};
