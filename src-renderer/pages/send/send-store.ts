/** What is typed in the place: it outlives the place, and the window. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SendEvent } from './send-request.ts';

interface SendState {
  /** The name of the chosen event. */
  readonly chosen: string;
  /** Id of the source to send as; null while nobody has chosen. */
  readonly sourceId: string | null;
  readonly count: number | null;
  /** Null: as fast as it goes. */
  readonly perSecond: number | null;
  /** Copies of messages that have come in, the newest first. */
  readonly copies: readonly SendEvent[];
  /** Changed texts by the name of their event; what is as it came is not kept. */
  readonly texts: Readonly<Record<string, string>>;
}

export const useSend = create<SendState>()(
  persist(
    (): SendState => ({
      chosen: 'track',
      sourceId: null,
      count: 1,
      perSecond: null,
      copies: [],
      texts: {},
    }),
    { name: 'hookwright.send' },
  ),
);

export function chooseEvent(chosen: string): void {
  useSend.setState({ chosen });
}

export function typeText(name: string, text: string, original: string): void {
  useSend.setState(({ texts: { [name]: _before, ...others } }) => ({
    texts: text === original ? others : { ...others, [name]: text },
  }));
}

/** More copies than these push the oldest out, unless it has been changed. */
const mostCopies = 5;

export function addCopy(copy: SendEvent): void {
  useSend.setState(({ copies, texts }) => {
    const others = copies.filter(({ name }) => name !== copy.name);
    const kept = others.filter(({ name }, index) => index < mostCopies - 1 || name in texts);
    return { copies: [copy, ...kept], chosen: copy.name };
  });
}

export function removeCopy(removed: SendEvent): void {
  useSend.setState(({ copies, texts: { [removed.name]: _text, ...texts } }) => ({
    copies: copies.filter(({ name }) => name !== removed.name),
    texts,
  }));
}
