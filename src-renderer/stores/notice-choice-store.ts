import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { host } from '#renderer/host/host.ts';

interface NoticeChoice {
  /** Whether deliveries that come to nothing are told at all. */
  readonly isOn: boolean;
  /** Whether the system tells them while the window is not in front. */
  readonly bySystem: boolean;
}

/** Remembered by this browser or window. */
export const useNoticeChoice = create<NoticeChoice>()(
  persist((): NoticeChoice => ({ isOn: true, bySystem: host.notifications?.areUsual ?? false }), {
    name: 'hookwright.notices',
  }),
);

export function chooseNotices(change: Partial<NoticeChoice>): void {
  useNoticeChoice.setState(change);
}
