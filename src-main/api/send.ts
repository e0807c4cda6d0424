import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { readRequest } from '#core/send/read-request/read-request.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract);

export const samples = ({ samples }: Core) => ({
  list: os.samples.list.handler(() => [...samples.list()]),
});

export const send = ({ send, log }: Core) => ({
  now: os.send.now.handler(({ input }) => send.now(input)),
  follow: os.send.follow.handler(({ input, signal }) =>
    contractStream(log, send.follow(input, signal)),
  ),
  cancel: os.send.cancel.handler(({ input }) => send.cancel(input.run)),
  preview: os.send.preview.handler(({ input }) => send.preview(input)),
  readRequest: os.send.readRequest.handler(({ input }) => readRequest(input)),
});
