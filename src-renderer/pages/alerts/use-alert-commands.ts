import { useMemo } from 'react';
import type { Command } from '#renderer/keyboard/command-store.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useNotices } from '#renderer/stores/notices-store.ts';
import { alertCause, alertTitle } from './alert-labels.ts';
import { alertCommandId, openAlert } from './open-alert.ts';

/** More is found in the inspector. */
const mostListed = 20;

/** What was told stays to be found in the palette, newest first. */
export function useAlertCommands(): void {
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
              run: () => openAlert(newest),
            },
          ];
    return [
      ...latest,
      ...notices.slice(0, mostListed).map((notice) => ({
        id: alertCommandId(notice),
        title: `${alertTitle(notice)}: ${alertCause(notice)}`,
        section: 'Notices',
        run: () => openAlert(notice),
      })),
    ];
  }, [notices]);
  useCommands(commands);
}
