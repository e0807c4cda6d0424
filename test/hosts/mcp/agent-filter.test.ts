import { expect, it } from 'vitest';
import { AgentFilter } from '#main/hosts/mcp/agent-filter.ts';

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

it.each([
  ['age&lt;1h', 'age<1h'],
  ['status&gt;=400 age&lt;1h', 'status>=400 age<1h'],
  ['event:&quot;Order Completed&quot;', 'event:"Order Completed"'],
  ['event:A&amp;B', 'event:A&B'],
])('shows how %s is written', (filter, meant) => {
  expect(messagesFor(filter)).toEqual([expect.stringContaining(meant)]);
  expect(messagesFor(meant)).toEqual([]);
});

it.each(['event:"a&lt;b"', '"&amp;"', 'event:A&B'])('allows the text in %s', (filter) =>
  expect(messagesFor(filter)).toEqual([]),
);

it('leads from an escaped filter to none that is not allowed', () => {
  expect(messagesFor('url&lt;a')).toEqual(messagesFor('url:a'));
});

it.each(['"header[x-env]"', 'header', 'url', 'event:"url:x"', 'destination:header'])(
  'allows the text %s',
  (filter) => expect(messagesFor(filter)).toEqual([]),
);
