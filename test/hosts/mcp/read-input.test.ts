/** Arguments as models write them. */
import { expect, it } from 'vitest';
import { readCall } from '#main/hosts/mcp/read-input.ts';
import { tools } from '#main/hosts/mcp/tools/index.ts';

function read(tool: string, received: unknown): unknown {
  const call = readCall(tools[tool] ?? {}, received);
  return 'error' in call ? call.error : call.input;
}

it.each([
  [
    'list_deliveries',
    { filter: '', state: null, destinationId: '', limit: null, cursor: null },
    {},
  ],
  ['get_status', { anything: null }, {}],
  // A model that fills in every argument of the tool.
  [
    'inspect_requests',
    { action: 'list_rejected', limit: 5, cursor: '', mock: '', requestId: null },
    { action: 'list_rejected', limit: 5 },
  ],
  [
    'run_scenario',
    { action: 'run_scenario', file: 'a.yaml', case: '', seed: null, set: null, server: '' },
    { action: 'run_scenario', file: 'a.yaml' },
  ],
  [
    'save_item',
    { action: 'save_mock', name: 'a', outage: null, forward: null, steps: null, secret: '' },
    { action: 'save_mock', name: 'a' },
  ],
  [
    'save_item',
    { action: 'save_mock', name: 'a', steps: [{ status: 503, headers: null, delayMaxMs: '' }] },
    { action: 'save_mock', name: 'a', steps: [{ status: 503 }] },
  ],
  [
    'save_item',
    { action: 'save_mock', name: 'a', outage: { durationMs: 5, from: '', to: null } },
    { action: 'save_mock', name: 'a', outage: { durationMs: 5 } },
  ],
])('%s takes empty optional arguments as absent: %j', (tool, received, same) => {
  const input = read(tool, received);
  expect(input).not.toHaveProperty('code');
  expect(input).toEqual(read(tool, same));
});

const steps = [{ status: 503, headers: { a: 'b' } }];

it.each([
  [
    'save_item',
    { action: 'save_mock', name: 'a', steps: JSON.stringify(steps) },
    { action: 'save_mock', name: 'a', steps },
  ],
  [
    'save_item',
    { action: 'save_mock', name: 'a', steps: [{ status: 503, headers: '{"a":"b"}' }] },
    { action: 'save_mock', name: 'a', steps },
  ],
  [
    'save_item',
    { action: 'save_mock', name: 'a', outage: '{"durationMs":5}' },
    { action: 'save_mock', name: 'a', outage: { durationMs: 5 } },
  ],
  ['send_event', { message: '{"type":"track"}' }, { message: { type: 'track' } }],
  [
    'run_scenario',
    { action: 'run_scenario', file: 'a.yaml', set: '{"a":"1"}' },
    { action: 'run_scenario', file: 'a.yaml', set: { a: '1' } },
  ],
])('%s reads lists and objects in JSON text: %j', (tool, received, same) => {
  const input = read(tool, received);
  expect(input).not.toHaveProperty('code');
  expect(input).toEqual(read(tool, same));
});

it('text stays text, and null where it has a meaning', () => {
  expect(read('send_event', { payload: '{"a":1}', destinationId: 'd' })).toMatchObject({
    payload: '{"a":1}',
  });
  const forward = { action: 'save_mock', name: 'a', steps: [{ forward: null }] };
  expect(read('save_item', forward)).toMatchObject({ steps: [{ forward: null }] });
});

it.each([
  ['get_delivery', { id: '' }, 'id'],
  ['get_delivery', { id: null }, 'id'],
  ['list_deliveries', { filter: 'age&lt;1h' }, 'filter'],
  ['save_item', { action: 'save_mock', name: 'a', steps: '[{' }, 'steps'],
  ['save_item', { action: 'save_mock', name: 'a', steps: '5' }, 'steps'],
  ['save_item', { name: 'a' }, 'action'],
  ['save_item', { action: 'get_status' }, 'action'],
  ['delete_items', { action: 'delete_deliveries', filter: null }, 'filter'],
])('%s %j names the field', (tool, received, field) => {
  expect(read(tool, received)).toMatchObject({ code: 'bad_request', field });
});

it('JSON text with too many values is not read', () => {
  const steps = JSON.stringify(new Array(20_001).fill(''));
  expect(read('save_item', { action: 'save_mock', name: 'a', steps })).toMatchObject({
    ...{ code: 'bad_request', field: 'steps' },
  });
});

it('too many arguments are an error before they are checked', () => {
  const received = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at]));
  const error = read('get_delivery', { id: 1, ...received });
  expect(error).toMatchObject({ code: 'bad_request' });
  expect(JSON.stringify(error)).not.toContain('k100');
});

it('an argument of another action is an error', () => {
  const received = { action: 'retry_delivery', deliveryId: 1, body: '{}' };
  expect(read('send_again', received)).toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('body'),
  });
});
