/** Sends a sample event with the saved settings of a destination, from its editor or its menu. */
import { create } from 'zustand';
import { sendSample } from '#renderer/connections/send-sample.ts';
import { collections, itemsOf, useItems } from '#renderer/kit/data/collections.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { destinationForms } from './editor/destination-draft.ts';

export type Test =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'sent'; readonly deliveryId: number }
  | { readonly status: 'failed'; readonly problem: string };

interface Tests {
  /** The latest of each destination. */
  readonly tests: Readonly<Record<string, Test>>;
  /** Names of the chosen samples, by destination. */
  readonly samples: Readonly<Record<string, string>>;
}

const useTests = create<Tests>()(() => ({ tests: {}, samples: {} }));

const idle: Test = { status: 'idle' };

export const useTest = (destinationId: string): Test =>
  useTests(({ tests }) => tests[destinationId] ?? idle);

/** Undefined for the first sample. */
export const useTestSample = (destinationId: string): string | undefined =>
  useTests(({ samples }) => samples[destinationId]);

export const chooseTestSample = (destinationId: string, name: string): void =>
  useTests.setState(({ samples }) => ({ samples: { ...samples, [destinationId]: name } }));

const sourceFor = ({ sourceIds }: Destination, sources: readonly Source[]): Source | undefined =>
  sources.find((source) => source.enabled && sourceIds.includes(source.id));

/** Why no test can be sent; undefined if it can. */
export function useTestProblem(destination: Destination): string | undefined {
  const { id, enabled, problem } = destination;
  const source = sourceFor(destination, useItems(collections.sources));
  const isEdited = destinationForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  if (isEdited) return 'Save your changes';
  if (!enabled) return 'Enable the destination';
  if (source === undefined && !takesPayloads(destination)) return 'Connect an enabled source';
  return problem === null ? undefined : destinationProblemText(problem);
}

export async function sendTest(destination: Destination): Promise<void> {
  const { id } = destination;
  const show = (test: Test): void =>
    useTests.setState(({ tests }) => ({ tests: { ...tests, [id]: test } }));
  const source = sourceFor(destination, itemsOf(collections.sources));
  show({ status: 'sending' });
  try {
    const sample = useTests.getState().samples[id];
    show({ status: 'sent', deliveryId: await sendSample(destination, source, sample) });
  } catch (error) {
    show({ status: 'failed', problem: errorSentence(error) });
  }
}
