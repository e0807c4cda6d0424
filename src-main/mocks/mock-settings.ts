/** Mock endpoints: their settings, gallery and requests. */

import { notFound } from '#main/kit/app-error.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { type Completeness, createEntities } from '#main/store/entities.ts';
import type { MockValues } from '#main/store/mocks.ts';
import type { Store } from '#main/store/store.ts';
import type { ById } from '#shared/kit/entity.ts';
import { isLoopback } from '#shared/kit/loopback.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import type { PageRequest } from '#shared/kit/page.ts';
import { mockGallery } from '#shared/mocks/gallery.ts';
import {
  type Mock,
  type MockPatch,
  type MockPreset,
  mockIssues,
  NewMock,
} from '#shared/mocks/mock.ts';
import type { MockRequestRef } from '#shared/mocks/request.ts';
import { isWindow, type Outage, startedAt } from '#shared/mocks/step.ts';
import type { MockEndpoints } from './mock-endpoints.ts';

interface MockTools {
  readonly store: Store;
  readonly mockEndpoints: MockEndpoints;
  readonly clock: Clock;
  readonly random: Random;
  readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'>;
}

export type MockOperations = ReturnType<typeof createMockSettings>;

/** An outage without a start time starts now (D56). */
const withStart = (outage: Outage | null, now: number): Outage | null =>
  outage !== null && isWindow(outage) && outage.startsAt === undefined
    ? startedAt(outage, now)
    : outage;

/** Whether two URLs lead to the same mock endpoint, as far as this is known without a DNS lookup. */
function isSameResource(mockUrl: string, url: string): boolean {
  const own = new URL(mockUrl);
  const other = new URL(url);
  return (
    own.port === other.port &&
    (own.hostname === other.hostname || isLoopback(other.hostname)) &&
    `${other.pathname}/`.startsWith(`${own.pathname}/`)
  );
}

export function createMockSettings(tools: MockTools) {
  const { store, mockEndpoints, clock, random, ownEndpoints } = tools;

  function find(idOrName: string): Mock {
    const mock = mockEndpoints.find(idOrName);
    if (mock === undefined) throw notFound('mock endpoint');
    return mock;
  }

  /** Why requests can't be forwarded there: they would return here without end. */
  function loopProblem({
    id,
    name,
    forward,
  }: Pick<MockValues, 'id' | 'name' | 'forward'>): string | null {
    if (forward === null) return null;
    if (ownEndpoints.isReachedBy(forward.url))
      return "Forward URL can't be Hookwright's own SDK endpoint. Enter the URL of your server.";
    const { httpUrl, httpsUrl } = mockEndpoints.shared();
    // A new one has no URL yet.
    const own = [httpUrl, httpsUrl].flatMap((base) =>
      base === null ? [] : `${base}/mock/${name}`,
    );
    return [mockEndpoints.find(id)?.url ?? [], own]
      .flat()
      .some((url) => isSameResource(url, forward.url))
      ? "Forward URL can't be the mock endpoint's own URL. Enter the URL of your server."
      : null;
  }

  function issues(mock: MockValues, completeness: Completeness): readonly FieldIssue[] {
    const loop = loopProblem(mock);
    return [
      ...(loop === null ? [] : [{ path: ['forward', 'url'], message: loop }]),
      ...mockIssues(completeness === 'complete' ? mock : { ...mock, secret: undefined }),
    ].map(({ path, message }) => ({ path: [...path], message }));
  }

  const entities = createEntities<MockValues, NewMock, MockPatch, 'secret', Mock>(tools, {
    noun: 'mock endpoint',
    idPrefix: 'mock',
    table: store.mocks,
    secretNames: ['secret'],
    create: (input) => ({ ...input, port: null }),
    complete: (mock, now) => ({ ...mock, outage: withStart(mock.outage, now) }),
    issues,
    apply: mockEndpoints.apply,
    view: find,
  });

  /** Returns the name, with a number if it is already in use. */
  function freeName(name: string): string {
    const names = new Set(mockEndpoints.all().map((mock) => mock.name));
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}-${number}`;
      if (!names.has(candidate)) return candidate;
    }
  }

  return {
    list: () => mockEndpoints.all(),
    get: ({ id }: ById) => find(id),
    ...entities,
    /** Problems of settings from a file, at their fields. */
    inputIssues(
      { name, forward }: Pick<MockValues, 'name' | 'forward'>,
      path: readonly (string | number)[],
    ) {
      const id = mockEndpoints.find(name)?.id ?? '';
      const message = loopProblem({ id, name, forward });
      return message === null ? [] : [{ path: [...path, 'forward', 'url'], message }];
    },
    update: ({ id, ...patch }: ById & MockPatch): Promise<Mock> =>
      entities.update({ id: find(id).id, ...patch }),
    remove: ({ id }: ById): Promise<void> => entities.remove({ id: find(id).id }),
    async resetSteps(by: ById): Promise<Mock> {
      const { id, outage } = find(by.id);
      if (outage !== null && isWindow(outage)) {
        const restarted = { id, patch: { outage: startedAt(outage, clock.now()) } };
        await store.write((tx) => entities.save(tx, [restarted], [], 'secrets_may_be_missing'));
        await mockEndpoints.apply();
      }
      await mockEndpoints.resetSteps(id);
      return find(id);
    },
    /** Presets for common failures, each with an unused name. */
    gallery: (): MockPreset[] =>
      mockGallery.map(({ title, summary, settings, withSecret }) => ({
        title,
        summary,
        settings: NewMock.parse({
          ...settings,
          name: freeName(settings.name),
          ...(withSecret ? { secret: randomText(random, 32) } : {}),
        }),
      })),
    requests: {
      list: ({ id, limit, cursor }: ById & PageRequest) =>
        store.mockRequests.page(find(id).id, limit, cursor),
      get({ id, requestId }: MockRequestRef) {
        const entry = store.mockRequests.detail(find(id).id, requestId);
        if (entry === undefined) throw notFound('request');
        return entry;
      },
      clear: ({ id }: ById): Promise<void> => mockEndpoints.clearLog(find(id).id),
    },
  };
}
