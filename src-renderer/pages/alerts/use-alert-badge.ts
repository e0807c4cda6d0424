import { useEffect } from 'react';
import { seeNotices, unseenOf, useNotices } from '#renderer/stores/notices-store.ts';
import { useRoute } from '#renderer/stores/route-store.ts';

/** What was told since the inspector was last looked at. */
export function useAlertBadge(): { count: number; label: string } {
  const count = useNotices((state) => unseenOf(state).length);
  const isLookedAt = useRoute(({ route }) => route.page === 'inspector');
  useEffect(() => {
    if (!isLookedAt || count === 0) return;
    const see = (): void => {
      if (document.hasFocus()) seeNotices();
    };
    see();
    window.addEventListener('focus', see);
    return () => window.removeEventListener('focus', see);
  }, [isLookedAt, count]);
  return { count, label: count === 1 ? '1 new notice' : `${count} new notices` };
}
