import { expect, it } from 'vitest';
import { AgentFilter } from '#mcp/agent-filter.ts';

const messagesFor = (filter: string): readonly string[] =>
  (AgentFilter.safeParse(filter).error?.issues ?? []).map(({ message }) => message);

it.each([
  [
    'header[x-env]=test',
    ['header:x', 'header=', 'header[x-env]', 'header[', 'status:404 HEADER:x'],
  ],
  ['url:token', ['url>5', 'url.path:x', 'not (url:token']],
])('says at once that %s is not allowed, in any form', (refused, others) => {
  const messages = messagesFor(refused);
  expect(messages).toHaveLength(1);
  for (const other of others) expect(messagesFor(other), other).toEqual(messages);
});

it.each(['"header[x-env]"', 'header', 'url', 'event:"url:x"', 'destination:header'])(
  'allows the text %s',
  (filter) => expect(messagesFor(filter)).toEqual([]),
);
