/** Input of the page; kept across pages and windows. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SendEvent } from './send-request.ts';

interface SendState {
  /** The name of the chosen event. */
  readonly chosen: string;
  /** Null until a source is chosen. */
  readonly sourceId: string | null;
  /** Of payloads; null until one is chosen. */
  readonly destinationId: string | null;
  readonly count: number | null;
  /** Null for no limit. */
  readonly perSecond: number | null;
  /** Copies of received messages, newest first. */
  readonly copies: readonly SendEvent[];
  /** Edited texts by event name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Edited names of a provider's events, by event name. */
  readonly eventNames: Readonly<Record<string, string>>;
}

export const useSend = create<SendState>()(
  persist(
    (): SendState => ({
      chosen: 'track',
      sourceId: null,
      destinationId: null,
      count: 1,
      perSecond: null,
      copies: [],
      texts: {},
      eventNames: {},
    }),
    { name: 'hookwright.send' },
  ),
);

export function chooseEvent(name: string): void {
  useSend.setState({ chosen: name });
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

/** The oldest copies beyond this are dropped unless edited. */
const maxCopies = 5;

export function addCopy(copy: SendEvent): void {
  useSend.setState(({ copies, texts }) => {
    const otherCopies = copies.filter(({ name }) => name !== copy.name);
    const keptCopies = otherCopies.filter(
      ({ name }, index) => index < maxCopies - 1 || name in texts,
    );
    return { copies: [copy, ...keptCopies], chosen: copy.name };
  });
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
