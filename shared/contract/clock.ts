import { eventIterator } from '@orpc/contract';
import { ClockSetting, ClockState, SettleProgress, SettleRequest } from '../schemas/clock.ts';
import { operation } from './errors.ts';

const tags = ['Clock'];

export const clock = {
  get: operation
    .route({ method: 'GET', path: '/clock', summary: 'The clock', tags })
    .output(ClockState),
  set: operation
    .route({
      method: 'PUT',
      path: '/clock',
      summary: 'Real time, faster, or paused',
      description:
        'While an attempt is in flight it runs at real speed. Back at real time, what was planned ' +
        'stays planned for its time.',
      tags,
    })
    .input(ClockSetting)
    .output(ClockState),
  jump: operation
    .route({
      method: 'POST',
      path: '/clock/jump',
      summary: 'Go forward to the next planned attempt',
      tags,
    })
    .output(ClockState),
  settle: operation
    .route({
      method: 'POST',
      path: '/clock/settle',
      summary: 'Fast-forward until the target has settled',
      description:
        'Streams progress after every time change and every second. Close the stream to stop.',
      tags,
    })
    .input(SettleRequest)
    .output(eventIterator(SettleProgress)),
};
