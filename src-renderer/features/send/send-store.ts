/** What is typed in the place: it outlives the place, and the window. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface SendState {
  /** The name of the chosen event. */
  readonly chosen: string;
  /** Id of the source to send as; null while nobody has chosen. */
  readonly sourceId: string | null;
  readonly count: number | null;
  /** Null: as fast as it goes. */
  readonly perSecond: number | null;
  /** Changed texts by the name of their event; what is as it came is not kept. */
  readonly texts: Readonly<Record<string, string>>;
}

export const useSend = create<SendState>()(
  persist(
    (): SendState => ({ chosen: 'track', sourceId: null, count: 1, perSecond: null, texts: {} }),
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

export function revertText(name: string): void {
  typeText(name, '', '');
}
