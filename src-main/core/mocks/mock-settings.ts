/** Creating, changing and deleting mock endpoints. */

import { definedFields } from '#shared/lib/defined-fields.ts';
import { isLoopback } from '#shared/lib/loopback.ts';
import { mockGallery } from '#shared/lib/mock-gallery.ts';
import { isWindow, startedAt } from '#shared/lib/outage-window.ts';
import {
  type Mock,
  type MockPatch,
  type MockPreset,
  mockIssues,
  NewMock,
} from '#shared/schemas/mock.ts';
import type { Outage } from '#shared/schemas/mock-step.ts';
import { fieldErrors, notFound } from '../app-error.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import type { Clock, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { StoredMock } from '../store/mocks.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import type { MockEndpoints } from './mock-endpoints.ts';

interface MockTools {
  readonly store: Store;
  readonly mockEndpoints: MockEndpoints;
  readonly clock: Clock;
  readonly random: Random;
  readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'>;
}

/**
 * Whether a strict mock endpoint needs a secret now. Configuration files without secrets add it later.
 */
type SecretRule = 'required' | 'optional';

type MockValues = Omit<StoredMock, 'port' | 'secretReadable'>;

export type Mocks = ReturnType<typeof createMocks>;

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

export function createMocks(tools: MockTools) {
  const { store, mockEndpoints, clock, random, ownEndpoints } = tools;

  function find(idOrName: string): Mock {
    const mock = mockEndpoints.find(idOrName);
    if (mock === undefined) throw notFound('mock endpoint');
    return mock;
  }

  function findStored(idOrName: string): MockValues {
    const { id } = find(idOrName);
    const stored = store.mocks.all().find((mock) => mock.id === id);
    if (stored === undefined) throw notFound('mock endpoint');
    return withoutState(stored);
  }

  /** Why requests can't be forwarded there: they would return here without end. */
  function loopProblem({ id, forward }: Pick<MockValues, 'id' | 'forward'>): string | null {
    if (forward === null) return null;
    if (ownEndpoints.isReachedBy(forward.url))
      return "Forward URL can't be Hookwright's own SDK endpoint. Enter the URL of your server.";
    const url = mockEndpoints.find(id)?.url;
    return url != null && isSameResource(url, forward.url)
      ? "Forward URL can't be the mock endpoint's own URL. Enter the URL of your server."
      : null;
  }

  function check(mock: MockValues, secretRule: SecretRule): void {
    const isTaken = store.mocks.all().some(({ id, name }) => id !== mock.id && name === mock.name);
    const loop = loopProblem(mock);
    const issues = [
      ...(loop === null ? [] : [{ path: ['forward', 'url'], message: loop }]),
      ...mockIssues(secretRule === 'optional' ? { ...mock, secret: undefined } : mock),
      ...(isTaken
        ? [
            {
              path: ['name'],
              message: `The name "${mock.name}" is already in use. Choose another name.`,
            },
          ]
        : []),
    ].map(({ path, message }) => ({ path: [...path], message }));
    if (issues.length > 0) throw fieldErrors(issues);
  }

  /** Inserts a mock endpoint and returns its ID. It starts listening once the mock endpoints are applied. */
  function insert(tx: Tx, input: NewMock, secretRule: SecretRule = 'required'): string {
    const now = clock.now();
    const mock = {
      ...input,
      outage: withStart(input.outage, now),
      id: `mock_${randomText(random, 12)}`,
      createdAt: now,
      updatedAt: now,
    };
    check(mock, secretRule);
    store.mocks.put(tx, mock, 'replace');
    return mock.id;
  }

  async function put(
    readValues: () => MockValues,
    secret: 'replace' | 'keep',
    secretRule: SecretRule,
  ): Promise<Mock> {
    const id = await store.write((tx) => {
      const values = readValues();
      const mock = { ...values, outage: withStart(values.outage, clock.now()) };
      check(mock, secretRule);
      store.mocks.put(tx, mock, secret);
      return mock.id;
    });
    await mockEndpoints.apply();
    return find(id);
  }

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
    get: find,
    insert,
    /** Problems of settings from a file, at their fields. */
    inputIssues(
      { name, forward }: Pick<MockValues, 'name' | 'forward'>,
      path: readonly (string | number)[],
    ) {
      const id = mockEndpoints.all().find((mock) => mock.name === name)?.id ?? '';
      const message = loopProblem({ id, forward });
      return message === null ? [] : [{ path: [...path, 'forward', 'url'], message }];
    },
    async create(input: NewMock, secretRule: SecretRule = 'required'): Promise<Mock> {
      const id = await store.write((tx) => insert(tx, input, secretRule));
      await mockEndpoints.apply();
      return find(id);
    },
    update: (
      idOrName: string,
      patch: MockPatch,
      secretRule: SecretRule = 'required',
    ): Promise<Mock> =>
      put(
        () => ({ ...findStored(idOrName), ...definedFields(patch), updatedAt: clock.now() }),
        patch.secret === undefined ? 'keep' : 'replace',
        secretRule,
      ),
    async resetSteps(idOrName: string): Promise<Mock> {
      const { id, outage } = find(idOrName);
      if (outage !== null && isWindow(outage)) {
        const restart = () => {
          const now = clock.now();
          const stored = findStored(id);
          return { ...stored, outage: startedAt(stored.outage, now), updatedAt: now };
        };
        await put(restart, 'keep', 'optional');
      }
      await mockEndpoints.resetSteps(id);
      return find(id);
    },
    async remove(idOrName: string): Promise<void> {
      await store.write((tx) => store.mocks.remove(tx, findStored(idOrName).id, clock.now()));
      await mockEndpoints.apply();
    },
    restore: (id: string): Promise<Mock> =>
      put(
        () => {
          const stored = mockEndpoints.find(id) === undefined ? store.mocks.get(id) : undefined;
          if (stored === undefined) throw notFound('deleted mock endpoint');
          return { ...withoutState(stored), updatedAt: clock.now() };
        },
        'keep',
        'optional',
      ),
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
      page: (idOrName: string, limit: number, cursor: string | undefined) =>
        store.mockRequests.page(find(idOrName).id, limit, cursor),
      get(idOrName: string, requestId: number) {
        const entry = store.mockRequests.detail(find(idOrName).id, requestId);
        if (entry === undefined) throw notFound('request');
        return entry;
      },
      clear: (idOrName: string): Promise<void> => mockEndpoints.clearLog(find(idOrName).id),
    },
  };
}

const withoutState = ({ port: _, secretReadable: _readable, ...values }: StoredMock): MockValues =>
  values;
