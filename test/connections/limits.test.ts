/** Limits of items and connections, and the work for a change within them (D62). */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withoutSecrets } from '#main/connections/redacted-configuration.ts';
import type { SecretBox } from '#main/kit/ports.ts';
import { NewDestination } from '#shared/connections/destination.ts';
import { NewSource } from '#shared/connections/source.ts';
import { nothingKnown } from '#shared/deliveries/redaction.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { MockStep } from '#shared/mocks/step.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { sharedCore, startCore } from '#test/support/start-core.ts';

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}` }));
const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe('with 1,000 items of a kind and 20,000 connections', async () => {
  const { core } = await sharedCore();
  const apply = (file: unknown) => core.configuration.apply(Configuration.parse(file));
  const counts = () =>
    [core.sources, core.destinations, core.mocks].map((items) => items.list().length);
  const sources = named('s', 1_000);

  beforeAll(async () => {
    const destinations = named('d', 1_000).map((destination, index) => ({
      ...destination,
      sources: index < 20 ? namesOf(sources) : [],
    }));
    await apply({ sources, destinations, mocks: named('m', 1_000) });
  });

  it('everything can be exported and applied again', async () => {
    expect(counts()).toEqual([1_000, 1_000, 1_000]);
    const exported = Configuration.parse(await core.configuration.get({ secrets: true }));
    expect(await core.configuration.apply(exported)).toMatchObject({ created: [], updated: [] });
  });

  it.each([
    ['sources', () => core.sources.create(NewSource.parse({ name: 'x' }))],
    ['destinations', () => core.destinations.create(NewDestination.parse({ name: 'x' }))],
    ['mocks', () => core.mocks.create(NewMock.parse({ name: 'x' }))],
  ] as const)('no more can be created, applied or restored: %s', async (kind, create) => {
    const conflict = { code: 'conflict', message: expect.stringContaining('1,000') };
    await expect(create()).rejects.toMatchObject(conflict);
    const file = { sources: [{ name: 's0', enabled: false }], [kind]: [{ name: 'x' }] };
    await expect(apply(file)).rejects.toMatchObject({ issues: [{ path: [kind] }] });
    expect(core.sources.list().every(({ enabled }) => enabled)).toBe(true);

    const removed = core[kind].list().at(-1);
    await core[kind].remove({ id: removed?.id ?? '' });
    const { id } = await create();
    await expect(core[kind].restore({ id: removed?.id ?? '' })).rejects.toMatchObject(conflict);
    await core[kind].remove({ id });
    await core[kind].restore({ id: removed?.id ?? '' });
    expect(counts()).toEqual([1_000, 1_000, 1_000]);
  });

  it('no more connections can be made, whichever way', async () => {
    const [source] = core.sources.list();
    const [first, ...others] = core.destinations.list();
    const last = others.at(-1);
    const sourceIds = [source?.id ?? ''];
    const error = { field: 'sourceIds', message: expect.stringContaining('20,000') };
    const connectLast = () => core.destinations.update({ id: last?.id ?? '', sourceIds });
    await expect(connectLast()).rejects.toMatchObject(error);
    await expect(
      apply({
        sources: [{ name: 's0', enabled: false }],
        destinations: [{ name: 'd999', sources: ['s1'] }],
      }),
    ).rejects.toMatchObject({ issues: [{ path: ['destinations'] }] });
    expect(core.sources.list().every(({ enabled }) => enabled)).toBe(true);

    // A deleted source keeps its connections, so that it can be restored.
    await core.sources.remove({ id: source?.id ?? '' });
    await core.sources.restore({ id: source?.id ?? '' });
    await core.destinations.remove({ id: first?.id ?? '' });
    await connectLast();
    await expect(core.destinations.restore({ id: first?.id ?? '' })).rejects.toMatchObject(error);
    expect(Configuration.safeParse(await core.configuration.get({ secrets: true })).success).toBe(
      true,
    );
  });
});

describe('an export', () => {
  it.each([true, false])('is valid if a strict mock endpoint has no secret: %s', async (all) => {
    const { core } = await startCore();
    await core.configuration.apply(Configuration.parse({ mocks: [{ name: 'm', strict: true }] }));
    const exported = await core.configuration.get({ secrets: all });
    expect(Configuration.safeParse(exported).error).toBeUndefined();
    expect(await core.configuration.apply(exported)).toMatchObject({
      unchanged: ['mock endpoint m'],
    });
  });

  it('without secrets lists at most 100,000 redacted fields', async () => {
    const step = MockStep.parse({ body: 'Bearer secret', headers: { authorization: 'secret' } });
    const mocks = named('m', 500).map(({ name }) =>
      NewMock.parse({ name, secret: 'secret', steps: Array(100).fill(step) }),
    );
    const exported = await withoutSecrets(Configuration.parse({ mocks }), {
      ...nothingKnown,
      values: ['secret'],
    });
    expect(exported.redacted).toHaveLength(100_000);
    expect(Configuration.shape.redacted.safeParse(exported.redacted).success).toBe(true);
  });
});

it('other work runs between the responses that an export or a file is redacted in', async () => {
  const { core } = await startCore();
  const steps = Array.from({ length: 100 }, () => ({ body: 'see secret-1' }));
  await core.configuration.apply(
    Configuration.parse({ mocks: [{ name: 'm', secret: 'secret-1', steps }] }),
  );
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  let turns = 0;
  const immediate = { next: setImmediate(() => undefined) };
  const turn = () => {
    turns += 1;
    immediate.next = setImmediate(turn);
  };
  turn();
  onTestFinished(() => {
    clock.mockRestore();
    clearImmediate(immediate.next);
  });
  const exported = await core.configuration.get({ secrets: false });
  expect(turns).toBeGreaterThanOrEqual(steps.length);
  turns = 0;
  expect(await core.configuration.apply(exported)).toMatchObject({ updated: [] });
  expect(turns).toBeGreaterThanOrEqual(steps.length);
});

describe('a change', () => {
  const opened = vi.fn();
  const box: SecretBox = {
    atRest: 'plain',
    seal: (secret) => Buffer.from(secret),
    open(sealed) {
      opened();
      return Buffer.from(sealed).toString();
    },
  };

  it('reads only the destinations again that it concerns, in the order of their names', async () => {
    const { core } = await startCore({ secretBox: box });
    await core.configuration.apply(
      Configuration.parse({
        sources: named('s', 3),
        destinations: named('d', 50).map((destination, index) => ({
          ...destination,
          sharedSecret: 'secret',
          sources: [index < 2 ? 's0' : 's1'],
        })),
      }),
    );
    const [s0, s1] = core.sources.list();
    const [d0] = core.destinations.list();
    opened.mockClear();
    onTestFinished(() => void opened.mockClear());
    await core.destinations.update({ id: d0?.id ?? '', name: 'e' });
    await core.sources.update({ id: s1?.id ?? '', name: 'renamed' });
    await core.sources.remove({ id: s0?.id ?? '' });
    expect(core.destinations.get({ id: d0?.id ?? '' }).sourceIds).toEqual([]);
    await core.sources.restore({ id: s0?.id ?? '' });
    expect(core.destinations.get({ id: d0?.id ?? '' }).sourceIds).toEqual([s0?.id]);
    expect(namesOf(core.destinations.list()).at(-1)).toBe('e');
    expect(namesOf(core.sources.list())).toEqual(['renamed', 's0', 's2']);
    // The changed destination before and after, and twice the two of the source.
    expect(opened.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('lets secrets be read again, which are otherwise read once', async () => {
    const { core } = await startCore({ secretBox: box });
    const { id } = await core.destinations.create(
      NewDestination.parse({ name: 'd', sharedSecret: 'secret-1', sourceIds: [] }),
    );
    const mock = await core.mocks.create(NewMock.parse({ name: 'm', secret: 'secret-2' }));
    const read = core.settings.secrets;
    expect(read().values).toEqual(expect.arrayContaining(['secret-1', 'secret-2']));
    opened.mockClear();
    onTestFinished(() => void opened.mockClear());
    expect(read()).toBe(read());
    expect(opened).not.toHaveBeenCalled();
    await core.destinations.update({ id, sharedSecret: 'secret-3' });
    expect(read().values).toContain('secret-3');
    await core.mocks.update({ id: mock.id, secret: 'secret-4' });
    expect(read().values).toContain('secret-4');
    await core.sources.create(NewSource.parse({ name: 's', writeKey: 'secret-5' }));
    expect(read().values).toContain('secret-5');
    await core.settings.update({ headersToRedact: ['x-tenant'] });
    expect(read().headerNames).toEqual(['x-tenant']);
    // It can be restored.
    const before = read();
    await core.destinations.remove({ id });
    expect(read()).not.toBe(before);
    expect(read()).toEqual(before);
  });
});
