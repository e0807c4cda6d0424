/** The draft: kept while the drawer is closed, and across windows. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { EventFile } from './event-file.ts';
import type { SendEvent } from './send-request.ts';

/** An event of a source, the events of a file, or the exact body for one destination. */
export type SendMode = 'event' | 'file' | 'raw';

interface SendState {
  readonly mode: SendMode;
  /** The names of the chosen event and payload. */
  readonly chosen: string;
  readonly chosenPayload: string;
  /** Null until a source is chosen. */
  readonly sourceId: string | null;
  /** Of payloads; null until one is chosen. */
  readonly destinationId: string | null;
  readonly count: number | null;
  /** Null for no limit. */
  readonly perSecond: number | null;
  /** Whether a copy with a wrong signature follows. */
  readonly isForging: boolean;
  /** Copies of messages and requests, and saved samples, newest first. */
  readonly copies: readonly SendEvent[];
  /** Edited texts by event name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Edited names of a provider's events, by event name. */
  readonly eventNames: Readonly<Record<string, string>>;
  /** Too large to be stored. */
  readonly file: EventFile | null;
}

export const useSend = create<SendState>()(
  persist(
    (): SendState => ({
      mode: 'event',
      chosen: 'track',
      chosenPayload: '',
      sourceId: null,
      destinationId: null,
      count: 1,
      perSecond: null,
      isForging: false,
      copies: [],
      texts: {},
      eventNames: {},
      file: null,
    }),
    { name: 'hookwright.send', partialize: ({ file: _file, ...stored }) => stored },
  ),
);

export function chooseEvent({ kind, name }: Pick<SendEvent, 'kind' | 'name'>): void {
  useSend.setState(
    kind === 'payload' ? { mode: 'raw', chosenPayload: name } : { mode: 'event', chosen: name },
  );
}

export function typeText(name: string, text: string, original: string): void {
  useSend.setState(({ texts: { [name]: _before, ...otherTexts } }) => ({
    texts: text === original ? otherTexts : { ...otherTexts, [name]: text },
  }));
}

/** Names the event as a provider does, for headers and lists. */
export function typeEventName(name: string, eventName: string, original: string): void {
  useSend.setState(({ eventNames: { [name]: _before, ...otherNames } }) => ({
    eventNames: eventName === original ? otherNames : { ...otherNames, [name]: eventName },
  }));
}

/** The oldest copies beyond this are dropped, unless edited. */
const maxCopies = 5;

/** Adds a copy or a saved sample, and chooses it. */
export function addCopy(copy: SendEvent): void {
  useSend.setState(({ copies, texts }) => {
    const others = copies.filter(({ name }) => name !== copy.name);
    const unedited = others.filter(({ name, origin }) => origin === 'copy' && !(name in texts));
    const dropped = new Set(unedited.slice(maxCopies - 1));
    return { copies: [copy, ...others.filter((other) => !dropped.has(other))] };
  });
  chooseEvent(copy);
}

export function removeCopy(removed: SendEvent): void {
  const { name } = removed;
  useSend.setState(
    ({
      copies,
      texts: { [name]: _text, ...texts },
      eventNames: { [name]: _name, ...eventNames },
    }) => ({
      copies: copies.filter((copy) => copy.name !== name),
      texts,
      eventNames,
    }),
  );
}
