/** Sample events: part of the program, so they are read once. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { Sample } from '#shared/schemas/send.ts';

interface SamplesState {
  readonly samples: readonly Sample[];
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly problem: string | null;
}

export const useSamples = create<SamplesState>()(() => ({
  samples: [],
  status: 'idle',
  problem: null,
}));

/** For the page that shows samples to call when it opens; only the first call does anything. */
export async function loadSamples(): Promise<void> {
  const { status } = useSamples.getState();
  if (status === 'loading' || status === 'ready') return;
  useSamples.setState({ status: 'loading', problem: null });
  try {
    useSamples.setState({ samples: await core.samples.list(), status: 'ready' });
  } catch (error) {
    useSamples.setState({ status: 'failed', problem: errorSentence(error) });
  }
}
