/** Which notices are news, and how loudly. Pure. */
import { type NoticesState, noticeKey } from '#renderer/stores/notices-store.ts';
import type { Notice } from '#shared/schemas/notice.ts';

/** So many times as many deliveries as were told last are worth a word again. */
const tellAgainFactor = 10;

export interface Grown {
  readonly notice: Notice;
  /** How many deliveries of it were known before; undefined when it is new. */
  readonly before: number | undefined;
}

/** Those that have begun or grown; none of what was told before this page was there. */
export function grownAlerts(state: NoticesState, before: NoticesState): readonly Grown[] {
  if (!before.isLoaded || state.notices === before.notices) return [];
  const counts = new Map(before.notices.map((notice) => [noticeKey(notice), notice.count]));
  return state.notices
    .map((notice) => ({ notice, before: counts.get(noticeKey(notice)) }))
    .filter((grown) => grown.notice.count > (grown.before ?? 0));
}

/** Whether to say it anew, after what was said of it is gone; `told`: the count that was told last. */
export const isWorthAWord = ({ count }: Notice, told: number | undefined): boolean =>
  told === undefined || count >= told * tellAgainFactor;
