import { useMemo } from 'react';
import type { Command } from '#renderer/keyboard/command-store.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useNotices } from '#renderer/stores/notices-store.ts';
import { noticeCause, noticeTitle } from './notice-words.ts';
import { noticeCommandId, openNotice } from './open-notice.ts';

/** More is found in the inspector. */
const mostListed = 20;

/** What was told stays to be found in the palette, newest first. */
export function useNoticeCommands(): void {
  const notices = useNotices((state) => state.notices);
  const commands = useMemo((): readonly Command[] => {
    const [newest] = notices;
    const latest: readonly Command[] =
      newest === undefined
        ? []
        : [
            {
              id: 'notice.latest',
              title: 'Show the latest notice',
              section: 'Notices',
              shortcut: 'Shift+N',
              run: () => openNotice(newest),
            },
          ];
    return [
      ...latest,
      ...notices.slice(0, mostListed).map((notice) => ({
        id: noticeCommandId(notice),
        title: `${noticeTitle(notice)}: ${noticeCause(notice)}`,
        section: 'Notices',
        run: () => openNotice(notice),
      })),
    ];
  }, [notices]);
  useCommands(commands);
}
