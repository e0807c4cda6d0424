/** Puts faults on mock endpoints, and ends them. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { usesMock } from '#renderer/connections/mock-of.ts';
import { perform, type Work } from '#renderer/kit/actions/perform.ts';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, drop, itemsOf, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { unusedName } from '#renderer/kit/forms/new-values.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { type Mock, MockName, NewMock } from '#shared/mocks/mock.ts';
import {
  type ActiveFault,
  activeFault,
  defaultFaultMs,
  type Fault,
  type ReplacedSettings,
  replacedBy,
  type SomeSettings,
} from './faults.ts';

interface FaultStore {
  /** Of timed faults. */
  readonly durationMs: number;
  /** By mock endpoint. */
  readonly replaced: Readonly<Record<string, ReplacedSettings>>;
}

export const useFaults = create<FaultStore>()(
  persist((): FaultStore => ({ durationMs: defaultFaultMs, replaced: {} }), {
    name: 'hookwright.faults',
  }),
);

const updateDestination = async (
  id: string,
  patch: Pick<Destination, 'webhookUrl' | 'webhooks'>,
): Promise<void> => put(collections.destinations, await core.destinations.update({ id, ...patch }));

/** Replaces a URL in all destinations. Resolves to what restores them. */
async function replaceUrl(before: string | null, after: string | null): Promise<Work['run']> {
  if (before === null || after === null || before === after) return () => undefined;
  const using = itemsOf(collections.destinations).filter((destination) =>
    usesMock(destination, { url: before }),
  );
  const replaced = (url: string): string => (url === before ? after : url);
  for (const { id, webhookUrl, webhooks } of using)
    await updateDestination(id, {
      webhookUrl: replaced(webhookUrl),
      webhooks: webhooks.map((webhook) => ({ ...webhook, url: replaced(webhook.url) })),
    });
  return async () => {
    for (const { id, webhookUrl, webhooks } of using)
      await updateDestination(id, { webhookUrl, webhooks });
  };
}

/** The latest change of each mock endpoint. */
const latestChanges = new Map<string, Promise<Mock>>();

/** With another certificate or port, a mock endpoint has another URL, which its destinations follow. */
function changeMock(mock: Mock, patch: SomeSettings): Promise<Mock> {
  const previous = latestChanges.get(mock.id)?.catch(() => undefined);
  const change = async (): Promise<Mock> => {
    // While its port opens, a mock endpoint has no URL.
    const url = mock.url ?? (await previous)?.url ?? null;
    const changed = await core.mocks.update({ id: mock.id, ...patch });
    put(collections.mocks, changed);
    await replaceUrl(url, changed.url);
    return changed;
  };
  const changing = change();
  latestChanges.set(mock.id, changing);
  return changing;
}

const currentMock = (id: string): Mock | undefined =>
  itemsOf(collections.mocks).find((mock) => mock.id === id);

/** One fault at a time: the one before it ends. */
async function putFault(
  mock: Mock,
  fault: Fault,
): Promise<{ changed: Mock; before: SomeSettings }> {
  const { durationMs, replaced: all } = useFaults.getState();
  const ended = activeFault(mock, all[mock.id], coreNow())?.ended ?? {};
  const base: Mock = { ...mock, ...ended };
  const patch = fault.patch(base, durationMs);
  const changed = await changeMock(mock, { ...ended, ...patch });
  const replaced = replacedBy(fault, patch, base, changed);
  useFaults.setState((state) => ({ replaced: { ...state.replaced, [mock.id]: replaced } }));
  const keys = Object.keys({ ...ended, ...patch }) as (keyof SomeSettings)[];
  return { changed, before: Object.fromEntries(keys.map((key) => [key, mock[key]])) };
}

export const startFault = (mock: Mock, fault: Fault): Promise<boolean> =>
  perform(`Can't start the fault of ${mock.name}`, async () => {
    const { changed, before } = await putFault(mock, fault);
    return {
      title: `${mock.name}: ${fault.label(useFaults.getState().durationMs)}`,
      undo: { run: async () => void (await changeMock(changed, before)) },
    };
  });

/** Restores the settings from before it. */
export function endFault(mock: Mock, { ended }: ActiveFault): Promise<boolean> {
  const { replaced: all } = useFaults.getState();
  const { [mock.id]: replaced, ...others } = all;
  const before = Object.fromEntries(
    Object.keys(ended).map((key) => [key, mock[key as keyof SomeSettings]]),
  ) as SomeSettings;
  return perform(`Can't end the fault of ${mock.name}`, async () => {
    const changed = await changeMock(mock, ended);
    useFaults.setState({ replaced: others });
    return {
      title: `Ended the fault of ${mock.name}`,
      undo: {
        run: async () => {
          await changeMock(currentMock(mock.id) ?? changed, before);
          if (replaced !== undefined)
            useFaults.setState((state) => ({
              replaced: { ...state.replaced, [mock.id]: replaced },
            }));
        },
      },
    };
  });
}

/** `localhost:3000/webhook` as the name of a mock endpoint. */
function nameFor(url: string): string {
  const name = webhookName(url)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 56);
  const names = itemsOf(collections.mocks);
  const unused = unusedName(name === '' ? 'in-front' : name, names).replace(' ', '-');
  return MockName.parse(unused);
}

/** Creates a mock endpoint that forwards to the URL, and puts it in place of the URL. */
async function putInFront(url: string): Promise<{ mock: Mock; undo: Work['run'] }> {
  const mock = await core.mocks.create(
    NewMock.parse({ name: nameFor(url), forward: { url, allowedHosts: [] } }),
  );
  put(collections.mocks, mock);
  const restore = await replaceUrl(url, mock.url);
  return {
    mock,
    undo: async () => {
      await restore();
      await core.mocks.remove({ id: mock.id });
      drop(collections.mocks, mock.id);
    },
  };
}

/** For a server of the user: the fault is that of a mock endpoint in front of it. */
export const startFaultInFront = (url: string, fault: Fault): Promise<boolean> =>
  perform(`Can't put a mock endpoint in front of ${webhookName(url)}`, async () => {
    const { mock, undo } = await putInFront(url);
    await putFault(mock, fault);
    return {
      title: `${mock.name}: ${fault.label(useFaults.getState().durationMs)}`,
      description: `It forwards to ${webhookName(url)}`,
      undo: { run: undo },
    };
  });

/** Without a fault. */
export const startForwarding = (url: string): Promise<boolean> =>
  perform(`Can't put a mock endpoint in front of ${webhookName(url)}`, async () => {
    const { mock, undo } = await putInFront(url);
    return {
      title: `${mock.name} forwards to ${webhookName(url)}`,
      tone: 'ok',
      undo: { run: undo },
    };
  });
