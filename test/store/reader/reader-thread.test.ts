import { expect, it, onTestFinished } from 'vitest';
import { createReaderThread, startThread } from '#main/store/reader/reader-thread.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import type { reads } from './test-worker.ts';

function startReader() {
  const { log, errors } = createRecordedLog();
  const worker = new URL('./test-worker.ts', import.meta.url);
  const reader = createReaderThread<typeof reads>(
    () => startThread(worker, { kind: 'scenarios' }),
    log,
  );
  onTestFinished(() => reader.close());
  return { reader, errors };
}

it('completes a short read during a long one', async () => {
  const { reader } = startReader();
  const left = new AbortController();
  const endless = reader.run('endless', null, left.signal);
  expect(await reader.run('echo', 7)).toBe(7);
  left.abort(new Error('left'));
  await expect(endless).rejects.toThrow('left');
});

it('ends a cancelled read', async () => {
  const { reader } = startReader();
  const left = new AbortController();
  const endless = reader.run('endless', null, left.signal);
  await reader.run('echo', 1);
  expect(await reader.run('running', null)).toBe(1);
  left.abort(new Error('left'));
  await expect(endless).rejects.toThrow('left');
  expect(await reader.run('running', null)).toBe(0);
  await expect(reader.run('endless', null, left.signal)).rejects.toThrow('left');
});

it('returns items on demand, and pauses in between', async () => {
  const { reader } = startReader();
  const numbers = reader.stream('countTo', 3);
  expect((await numbers.next()).value).toBe(1);
  expect(await reader.run('counted', null)).toBe(1);
  expect((await numbers.next()).value).toBe(2);
  await numbers.return('counted');
  expect(await reader.run('running', null)).toBe(0);
  const whole = [];
  for await (const number of reader.stream('countTo', 3)) whole.push(number);
  expect(whole).toEqual([1, 2, 3]);
  expect(await reader.run('countTo', 3)).toBe('counted');
});

it('forwards the error of a read', async () => {
  const { reader } = startReader();
  await expect(reader.run('refuse', null)).rejects.toMatchObject({
    code: 'bad_request',
    issues: [{ path: ['cursor'], message: 'It is odd.' }],
  });
  await expect(reader.run('fail', null)).rejects.toThrow('It failed.');
  expect(await reader.run('echo', 1)).toBe(1);
});

it('fails open reads when the thread crashes, and starts again', async () => {
  const { reader, errors } = startReader();
  const numbers = reader.stream('countTo', 3);
  await numbers.next();
  const endless = reader.run('endless', null);
  const crashing = reader.run('crash', null);
  await expect(endless).rejects.toMatchObject({ code: 'unavailable' });
  await expect(crashing).rejects.toMatchObject({ code: 'unavailable' });
  await expect(numbers.next()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await reader.run('echo', 2)).toBe(2);
  expect(errors()).toHaveLength(1);
});

it('fails open reads when it is closed', async () => {
  const { reader } = startReader();
  const endless = reader.run('endless', null);
  await reader.run('echo', 1);
  const refused = expect(endless).rejects.toMatchObject({ code: 'unavailable' });
  await reader.close();
  await refused;
  await expect(reader.run('echo', 1)).rejects.toMatchObject({ code: 'unavailable' });
});
