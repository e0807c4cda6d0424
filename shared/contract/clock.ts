import { eventIterator } from '@orpc/contract';
import {
  ClockSetting,
  ClockState,
  FastForwardPlayback,
  FastForwardProgress,
  FastForwardRequest,
} from '../schemas/clock.ts';
import { operation } from './errors.ts';

const tags = ['Clock'];

export const clock = {
  get: operation
    .route({ method: 'GET', path: '/clock', summary: 'Get the virtual clock', tags })
    .output(ClockState),
  set: operation
    .route({
      method: 'PUT',
      path: '/clock',
      summary: 'Set the virtual clock to real-time, fast or paused',
      description:
        'Runs at real speed while an attempt is in flight. Scheduled attempts keep their time when you ' +
        'return to real time.',
      tags,
    })
    .input(ClockSetting)
    .output(ClockState),
  fastForwardToNextAttempt: operation
    .route({
      method: 'POST',
      path: '/clock/fast-forward/next-attempt',
      summary: 'Fast-forward to the next scheduled attempt',
      tags,
    })
    .output(ClockState),
  fastForwardUntilFinished: operation
    .route({
      method: 'POST',
      path: '/clock/fast-forward/finished',
      summary: 'Fast-forward until the target has finished',
      description:
        'Streams progress after every time change and every second. Close the stream to stop.',
      tags,
    })
    .input(FastForwardRequest)
    .output(eventIterator(FastForwardProgress)),
  setFastForwardSpeed: operation
    .route({
      method: 'PUT',
      path: '/clock/fast-forward/speed',
      summary: 'Change the speed of a running fast-forward',
      description: 'Null skips to the end: the clock jumps from attempt to attempt.',
      tags,
    })
    .input(FastForwardPlayback)
    .output(FastForwardPlayback),
};
