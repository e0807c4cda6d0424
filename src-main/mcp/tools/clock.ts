/** The virtual clock. */
import { z } from 'zod';
import {
  ClockSetting,
  ClockState,
  FastForwardProgress,
  FastForwardRequest,
} from '#shared/schemas/clock.ts';
import { defineTool } from '../tool.ts';

const State = ClockState.omit({ rate: true });

export const setClock = defineTool({
  name: 'set_clock',
  title: 'Set the clock',
  description:
    'Sets the virtual clock that schedules all retries: real (real time), fast (at `speed`) or paused. This affects everyone who uses this instance.',
  level: 'write',
  isIdempotent: true,
  input: ClockSetting,
  output: State,
  run: ({ given }, { client }) => client.clock.set(given),
});

/** Clients give up on a call after a minute. */
const maxMs = 45_000;

export const fastForward = defineTool({
  name: 'fast_forward',
  title: 'Fast-forward',
  description:
    'Moves the virtual clock to the next scheduled attempt, or until a delivery, those of a destination, or all have finished: hours of retries in seconds. Stops after 45 s of real time; call it again to continue.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    until: z.enum(['next_attempt', 'finished'], {
      error: 'until must be next_attempt or finished.',
    }),
    ...FastForwardRequest.pick({ deliveryId: true, destinationId: true }).shape,
  }),
  output: z.object({
    clock: State,
    progress: FastForwardProgress.pick({
      open: true,
      total: true,
      steps: true,
      ended: true,
    }).nullable(),
  }),
  async run({ given: { until, ...target } }, { client, signal, progress }) {
    if (until === 'next_attempt')
      return { clock: await client.clock.fastForwardToNextAttempt(), progress: null };
    let latest: FastForwardProgress | null = null;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
    try {
      const updates = await client.clock.fastForwardUntilFinished(target, { signal: limit });
      for await (const update of updates) {
        latest = update;
        progress(`${update.open} of ${update.total} deliveries are not finished`);
      }
    } catch (error) {
      if (!limit.aborted) throw error;
    }
    return { clock: await client.clock.get(), progress: latest };
  },
});
