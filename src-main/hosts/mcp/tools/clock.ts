/** The virtual clock. */
import { z } from 'zod';
import { ClockState, FastForwardProgress, FastForwardRequest } from '#shared/clock/clock.ts';
import { action, direct, pick } from '../tool.ts';

const State = ClockState.omit({ rate: true });

export const setClock = direct(
  'clock.set',
  'Sets the virtual clock that schedules all retries: real (real time), fast (at `speed`) or paused. This affects everyone who uses this instance.',
  State,
);

/** Clients give up on a call after a minute. */
const maxMs = 45_000;

export const fastForward = action({
  description:
    'Moves the virtual clock to the next scheduled attempt, or until a delivery, those of a destination, or all have finished: hours of retries in seconds. Stops after 45 s of real time; call it again to continue.',
  operations: ['clock.fastForwardToNextAttempt', 'clock.fastForwardUntilFinished', 'clock.get'],
  input: z.object({
    until: z.enum(['next_attempt', 'finished'], {
      error: 'until must be next_attempt or finished.',
    }),
    ...pick(FastForwardRequest, 'deliveryId destinationId').shape,
  }),
  output: z.object({
    clock: State,
    progress: pick(FastForwardProgress, 'open total steps ended').nullable(),
  }),
  async run({ until, ...target }, { api, signal, progress }) {
    if (until === 'next_attempt')
      return { clock: await api.clock.fastForwardToNextAttempt(), progress: null };
    let latest: FastForwardProgress | null = null;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
    try {
      const updates = await api.clock.fastForwardUntilFinished(target, { signal: limit });
      for await (const update of updates) {
        latest = update;
        progress(`${update.open} of ${update.total} deliveries are not finished`);
      }
    } catch (error) {
      if (!limit.aborted) throw error;
    }
    return { clock: await api.clock.get(), progress: latest };
  },
});
