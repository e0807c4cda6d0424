/** What was told of deliveries that came to nothing, newest first, and what of it was seen. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { Notice } from '#shared/schemas/notice.ts';

/** As many as the core keeps. */
const mostKept = 100;

export interface NoticesState {
  readonly notices: readonly Notice[];
  /** How many deliveries of each were told when it was last seen, by its key. */
  readonly seen: ReadonlyMap<string, number>;
  /** Whether what was told before this page was there is known: it is no news here. */
  readonly isLoaded: boolean;
}

export const noNotices: NoticesState = { notices: [], seen: new Map(), isLoaded: false };

export const useNotices = create<NoticesState>()(() => noNotices);

/** Numbers begin anew with each run of the core; the time tells the runs apart. */
export const noticeKey = ({ id, firstAt }: Pick<Notice, 'id' | 'firstAt'>): string =>
  `${id} ${firstAt}`;

const allSeen = (notices: readonly Notice[]): ReadonlyMap<string, number> =>
  new Map(notices.map((notice) => [noticeKey(notice), notice.count]));

/** With those that have begun or grown; pure. */
export function withNotices(state: NoticesState, changed: readonly Notice[]): NoticesState {
  const byKey = new Map(state.notices.map((notice) => [noticeKey(notice), notice]));
  for (const notice of changed) {
    const known = byKey.get(noticeKey(notice));
    // An answer may be overtaken by news.
    if (known === undefined || notice.count >= known.count) byKey.set(noticeKey(notice), notice);
  }
  const notices = [...byKey.values()]
    .sort((one, other) => other.firstAt - one.firstAt || other.id - one.id)
    .slice(0, mostKept);
  return { ...state, notices };
}

/** With all that the core has now; what was there before this page is taken as seen. Pure. */
export function withLoaded(state: NoticesState, loaded: readonly Notice[]): NoticesState {
  const next = withNotices(state, loaded);
  return state.isLoaded ? next : { ...next, seen: allSeen(next.notices), isLoaded: true };
}

export const unseenOf = ({ notices, seen }: NoticesState): readonly Notice[] =>
  notices.filter((notice) => notice.count > (seen.get(noticeKey(notice)) ?? 0));

export function noteNotices(changed: readonly Notice[]): void {
  if (changed.length > 0) useNotices.setState((state) => withNotices(state, changed));
}

export async function loadNotices(): Promise<void> {
  try {
    const loaded = await core.notices.list();
    useNotices.setState((state) => withLoaded(state, loaded));
  } catch {
    // Asked again with the next connection, whose state is on the screen.
  }
}

export function seeNotices(): void {
  useNotices.setState((state) =>
    unseenOf(state).length === 0 ? state : { seen: allSeen(state.notices) },
  );
}
