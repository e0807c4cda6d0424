/** Creating, changing and deleting receivers. */

import { definedFields } from '#shared/lib/defined-fields.ts';
import { isLoopback } from '#shared/lib/loopback.ts';
import { isWindow, startedAt } from '#shared/lib/outage-window.ts';
import { receiverGallery } from '#shared/lib/receiver-gallery.ts';
import {
  NewReceiver,
  type Receiver,
  type ReceiverPatch,
  type ReceiverPreset,
  receiverIssues,
} from '#shared/schemas/receiver.ts';
import type { Outage } from '#shared/schemas/receiver-step.ts';
import { fieldErrors, notFound } from '../app-error.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import type { Clock, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { StoredReceiver } from '../store/receivers.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import type { Receive } from './receive.ts';

interface ReceiverTools {
  readonly store: Store;
  readonly receive: Receive;
  readonly clock: Clock;
  readonly random: Random;
  readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'>;
}

/**
 * Whether a strict receiver needs a secret now. Configuration files without secrets add it later.
 */
type SecretRule = 'required' | 'optional';

type ReceiverValues = Omit<StoredReceiver, 'port' | 'secretReadable'>;

export type Receivers = ReturnType<typeof createReceivers>;

/** An outage without a start time starts now (D56). */
const withStart = (outage: Outage | null, now: number): Outage | null =>
  outage !== null && isWindow(outage) && outage.startsAt === undefined
    ? startedAt(outage, now)
    : outage;

/** Whether two URLs lead to the same receiver, as far as this is known without a DNS lookup. */
function isSameResource(receiverUrl: string, url: string): boolean {
  const own = new URL(receiverUrl);
  const other = new URL(url);
  return (
    own.port === other.port &&
    (own.hostname === other.hostname || isLoopback(other.hostname)) &&
    `${other.pathname}/`.startsWith(`${own.pathname}/`)
  );
}

export function createReceivers(tools: ReceiverTools) {
  const { store, receive, clock, random, ownEndpoints } = tools;

  function find(idOrName: string): Receiver {
    const receiver = receive.find(idOrName);
    if (receiver === undefined) throw notFound('receiver');
    return receiver;
  }

  function findStored(idOrName: string): ReceiverValues {
    const { id } = find(idOrName);
    const stored = store.receivers.all().find((receiver) => receiver.id === id);
    if (stored === undefined) throw notFound('receiver');
    return withoutState(stored);
  }

  /** Why requests can't be forwarded there: they would return here without end. */
  function loopProblem({ id, forward }: Pick<ReceiverValues, 'id' | 'forward'>): string | null {
    if (forward === null) return null;
    if (ownEndpoints.isReachedBy(forward.url))
      return "Forward URL can't be Hookwright's own SDK endpoint. Enter the URL of your server.";
    const url = receive.find(id)?.url;
    return url != null && isSameResource(url, forward.url)
      ? "Forward URL can't be the receiver's own URL. Enter the URL of your server."
      : null;
  }

  function check(receiver: ReceiverValues, secretRule: SecretRule): void {
    const isTaken = store.receivers
      .all()
      .some(({ id, name }) => id !== receiver.id && name === receiver.name);
    const loop = loopProblem(receiver);
    const issues = [
      ...(loop === null ? [] : [{ path: ['forward', 'url'], message: loop }]),
      ...receiverIssues(secretRule === 'optional' ? { ...receiver, secret: undefined } : receiver),
      ...(isTaken
        ? [
            {
              path: ['name'],
              message: `The name "${receiver.name}" is already in use. Choose another name.`,
            },
          ]
        : []),
    ].map(({ path, message }) => ({ path: [...path], message }));
    if (issues.length > 0) throw fieldErrors(issues);
  }

  /** Inserts a receiver and returns its ID. It starts listening once the receivers are applied. */
  function insert(tx: Tx, input: NewReceiver, secretRule: SecretRule = 'required'): string {
    const now = clock.now();
    const receiver = {
      ...input,
      outage: withStart(input.outage, now),
      id: `rcv_${randomText(random, 12)}`,
      createdAt: now,
      updatedAt: now,
    };
    check(receiver, secretRule);
    store.receivers.put(tx, receiver, 'replace');
    return receiver.id;
  }

  async function put(
    readValues: () => ReceiverValues,
    secret: 'replace' | 'keep',
    secretRule: SecretRule,
  ): Promise<Receiver> {
    const id = await store.write((tx) => {
      const values = readValues();
      const receiver = { ...values, outage: withStart(values.outage, clock.now()) };
      check(receiver, secretRule);
      store.receivers.put(tx, receiver, secret);
      return receiver.id;
    });
    await receive.apply();
    return find(id);
  }

  /** Returns the name, with a number if it is already in use. */
  function freeName(name: string): string {
    const names = new Set(receive.all().map((receiver) => receiver.name));
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}-${number}`;
      if (!names.has(candidate)) return candidate;
    }
  }

  return {
    list: () => receive.all(),
    get: find,
    insert,
    /** Problems of settings from a file, at their fields. */
    inputIssues(
      { name, forward }: Pick<ReceiverValues, 'name' | 'forward'>,
      path: readonly (string | number)[],
    ) {
      const id = receive.all().find((receiver) => receiver.name === name)?.id ?? '';
      const message = loopProblem({ id, forward });
      return message === null ? [] : [{ path: [...path, 'forward', 'url'], message }];
    },
    async create(input: NewReceiver, secretRule: SecretRule = 'required'): Promise<Receiver> {
      const id = await store.write((tx) => insert(tx, input, secretRule));
      await receive.apply();
      return find(id);
    },
    update: (
      idOrName: string,
      patch: ReceiverPatch,
      secretRule: SecretRule = 'required',
    ): Promise<Receiver> =>
      put(
        () => ({ ...findStored(idOrName), ...definedFields(patch), updatedAt: clock.now() }),
        patch.secret === undefined ? 'keep' : 'replace',
        secretRule,
      ),
    async resetSteps(idOrName: string): Promise<Receiver> {
      const { id, outage } = find(idOrName);
      if (outage !== null && isWindow(outage)) {
        const restart = () => {
          const now = clock.now();
          const stored = findStored(id);
          return { ...stored, outage: startedAt(stored.outage, now), updatedAt: now };
        };
        await put(restart, 'keep', 'optional');
      }
      await receive.resetSteps(id);
      return find(id);
    },
    async remove(idOrName: string): Promise<void> {
      await store.write((tx) => store.receivers.remove(tx, findStored(idOrName).id, clock.now()));
      await receive.apply();
    },
    restore: (id: string): Promise<Receiver> =>
      put(
        () => {
          const stored = receive.find(id) === undefined ? store.receivers.get(id) : undefined;
          if (stored === undefined) throw notFound('deleted receiver');
          return { ...withoutState(stored), updatedAt: clock.now() };
        },
        'keep',
        'optional',
      ),
    /** Presets for common failures, each with an unused name. */
    gallery: (): ReceiverPreset[] =>
      receiverGallery.map(({ title, summary, settings, withSecret }) => ({
        title,
        summary,
        settings: NewReceiver.parse({
          ...settings,
          name: freeName(settings.name),
          ...(withSecret ? { secret: randomText(random, 32) } : {}),
        }),
      })),
    requests: {
      page: (idOrName: string, limit: number, cursor: string | undefined) =>
        store.receiverRequests.page(find(idOrName).id, limit, cursor),
      get(idOrName: string, requestId: number) {
        const entry = store.receiverRequests.detail(find(idOrName).id, requestId);
        if (entry === undefined) throw notFound('request');
        return entry;
      },
      clear: (idOrName: string): Promise<void> => receive.clearLog(find(idOrName).id),
    },
  };
}

const withoutState = ({
  port: _,
  secretReadable: _readable,
  ...values
}: StoredReceiver): ReceiverValues => values;
