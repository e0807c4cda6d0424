/** The draft with what it refers to: samples, sources and destinations. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { useConnection } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import type { Sample } from '#shared/sending/send.ts';
import { eventsIn, type FileEvents } from './event-file.ts';
import {
  blankPayload,
  type CheckedSend,
  checkFile,
  checkSend,
  eventOfSample,
  type SendEvent,
  unchecked,
} from './send-request.ts';
import { type SendMode, useSend } from './send-store.ts';

/** Messages, and the events of the providers whose profiles are in use; all for a profile of one's own. */
export function shownSamples(
  samples: readonly Sample[],
  destinations: readonly Destination[],
): readonly Sample[] {
  const profiles = new Set(destinations.filter(takesPayloads).map(({ profile }) => profile));
  const isAll = [...profiles].some((profile) => typeof profile === 'object');
  return samples.filter(({ profile }) => profile === null || isAll || profiles.has(profile));
}

interface SendEvents {
  /** Those of the mode. */
  readonly events: readonly SendEvent[];
  readonly chosen: SendEvent | undefined;
  readonly problem: string | null;
  readonly reload: () => void;
}

const noItems: readonly never[] = [];

function useSendEvents(): SendEvents {
  // Built in, so they never change.
  const { data: samples = noItems, error, refetch } = useQuery(api.samples.list.queryOptions());
  const { copies, mode, chosen, chosenPayload } = useSend();
  const destinations = useItems(collections.destinations);
  const all = useMemo(
    () => [...copies, ...shownSamples(samples, destinations).map(eventOfSample), blankPayload],
    [copies, samples, destinations],
  );
  const kind = mode === 'raw' ? 'payload' : 'message';
  const events = all.filter((event) => event.kind === kind);
  const name = mode === 'raw' ? chosenPayload : chosen;
  return {
    events: samples.length === 0 ? noItems : events,
    chosen:
      samples.length === 0 ? undefined : (events.find((event) => event.name === name) ?? events[0]),
    problem: error === null ? null : errorSentence(error),
    reload: () => void refetch(),
  };
}

/** The last chosen source, or the first. */
function useSendAs() {
  const { items, status } = useCollection(collections.sources);
  const chosenId = useSend((state) => state.sourceId);
  const source = items.find(({ id }) => id === chosenId) ?? items[0];
  return { sources: items, source, isLoading: status === 'loading' };
}

/** Destinations with the event's profile, or all that take payloads; and the last chosen one. */
function useSendTo(event: SendEvent | undefined): {
  readonly destinations: readonly Destination[];
  readonly destination: Destination | undefined;
} {
  const items = useItems(collections.destinations);
  const chosenId = useSend((state) => state.destinationId);
  if (event?.kind !== 'payload') return { destinations: noItems, destination: undefined };
  const taking = items.filter(takesPayloads);
  const matching = taking.filter(({ profile }) => profile === event.profile);
  const destinations = matching.length > 0 ? matching : taking;
  return {
    destinations,
    destination: destinations.find(({ id }) => id === chosenId) ?? destinations[0],
  };
}

/** Why nothing can be sent there; undefined if it can. */
function addressProblem(
  mode: SendMode,
  source: Source | undefined,
  destination: Destination | undefined,
): string | undefined {
  if (mode !== 'raw') return source === undefined ? 'Create a source.' : undefined;
  if (destination === undefined) return 'No destination takes payloads.';
  return destination.enabled ? undefined : `Enable ${destination.name}.`;
}

function contentProblem(checked: CheckedSend): string | undefined {
  if (checked.request !== null) return undefined;
  const { message, messages, payload, event, count, perSecond } = checked.problems;
  if (message !== undefined) return 'Fix the message.';
  return messages ?? payload ?? event ?? count ?? perSecond;
}

export interface SendDraft {
  readonly mode: SendMode;
  readonly events: readonly SendEvent[];
  /** With its name as edited. */
  readonly event: SendEvent;
  /** The event before edits. */
  readonly original: SendEvent;
  readonly text: string;
  readonly file: FileEvents | null;
  readonly sources: readonly Source[];
  readonly source: Source | undefined;
  readonly destinations: readonly Destination[];
  readonly destination: Destination | undefined;
  readonly checked: CheckedSend;
  /** How many events are sent. */
  readonly count: number;
  /** Why it can't be sent, and what to fix. */
  readonly problem: string | undefined;
}

/** Null until the samples are loaded; or why they can't be. */
export function useSendDraft():
  | { readonly draft: SendDraft }
  | { readonly draft: null; readonly problem: string | null; readonly reload: () => void } {
  const { events, chosen, problem, reload } = useSendEvents();
  const { sources, source, isLoading } = useSendAs();
  const { destinations, destination } = useSendTo(chosen);
  const { mode, texts, eventNames, count, perSecond, file } = useSend();
  const isConnected = useConnection(({ state }) => state === 'open');
  const fileEvents = useMemo(() => (file === null ? null : eventsIn(file)), [file]);
  const text = chosen && (texts[chosen.name] ?? chosen.text);
  const event = useMemo(
    () =>
      chosen?.kind === 'payload'
        ? { ...chosen, event: eventNames[chosen.name] ?? chosen.event }
        : chosen,
    [chosen, eventNames],
  );
  const checked = useMemo(() => {
    if (mode === 'file')
      return fileEvents === null
        ? ({ request: null, problems: { messages: 'Choose a file.' } } as const)
        : checkFile(fileEvents, { source: source?.id ?? '', perSecond });
    if (event === undefined || text === undefined) return unchecked;
    return checkSend({
      ...{ event, text, count, perSecond },
      source: source?.id ?? '',
      destination: destination?.id ?? '',
    });
  }, [mode, fileEvents, event, text, count, perSecond, source, destination]);

  if (chosen === undefined || event === undefined || text === undefined || isLoading)
    return { draft: null, problem, reload };
  return {
    draft: {
      ...{ mode, events, event, original: chosen, text, checked },
      ...{ sources, source, destinations, destination },
      file: fileEvents,
      count: mode === 'file' ? (fileEvents?.messages?.length ?? 0) : (count ?? 0),
      problem: isConnected
        ? (addressProblem(mode, source, destination) ?? contentProblem(checked))
        : 'Not connected.',
    },
  };
}
