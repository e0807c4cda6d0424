import { eventIterator } from '@orpc/contract';
import { group, op } from '#shared/kit/op.ts';
import {
  ClockSetting,
  ClockState,
  FastForwardPlayback,
  FastForwardProgress,
  FastForwardRequest,
} from './clock.ts';

export const clock = group('Clock', {
  get: op('GET /clock', { summary: 'Get the virtual clock', output: ClockState }),
  set: op('PUT /clock', {
    effect: 'write',
    summary: 'Set the virtual clock to real-time, fast or paused',
    description:
      'The clock runs at real speed while an attempt is in flight. Scheduled attempts keep their time when you ' +
      'return to real time.',
    input: ClockSetting,
    output: ClockState,
  }),
  fastForwardToNextAttempt: op('POST /clock/fast-forward/next-attempt', {
    effect: 'sends',
    summary: 'Fast-forward to the next scheduled attempt',
    output: ClockState,
  }),
  fastForwardUntilFinished: op('POST /clock/fast-forward/finished', {
    effect: 'sends',
    summary: 'Fast-forward until the target has finished',
    description:
      'Streams progress after every time change and every second. Close the stream to stop.',
    input: FastForwardRequest,
    output: eventIterator(FastForwardProgress),
  }),
  setFastForwardSpeed: op('PUT /clock/fast-forward/speed', {
    effect: 'write',
    summary: 'Change the speed of a running fast-forward',
    description: 'Null skips to the end: the clock skips from attempt to attempt.',
    input: FastForwardPlayback,
    output: FastForwardPlayback,
  }),
});
