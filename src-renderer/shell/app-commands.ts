/** Commands that work everywhere: going to pages, and the look. */

import { useEffect } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { host } from '#renderer/host/host.ts';
import {
  type Command,
  listedCommands,
  runCommand,
  shortcutsOf,
  useCommandStore,
} from '#renderer/keyboard/command-store.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useAlertCommands } from '#renderer/pages/alerts/use-alert-commands.ts';
import { useAlertNews } from '#renderer/pages/alerts/use-alert-news.ts';
import { useClockCommands } from '#renderer/pages/clock/use-clock-commands.ts';
import { useSettleNews } from '#renderer/pages/clock/use-fast-forward-news.ts';
import { useBulkNews } from '#renderer/pages/inspector/bulk/use-bulk-news.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { useSystem } from '#renderer/stores/system-store.ts';
import { chooseTheme } from '#renderer/stores/theme-store.ts';
import type { ThemeChoice } from '#renderer/styles/theme.ts';
import { copyText } from '#renderer/ui/copy-text.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { SavedFilter } from '#shared/schemas/filter.ts';
import { type PageEntry, pages } from './pages.ts';
import { subPlaceCommands } from './sub-page-commands.ts';

function goTo(page: PageEntry): Command {
  return {
    id: `go.${page.name}`,
    title: `Go to ${page.title}`,
    section: 'Go',
    shortcut: `g ${page.goKey}`,
    run: () => navigate({ page: page.name }),
  };
}

function switchTo(theme: ThemeChoice, title: string): Command {
  return { id: `theme.${theme}`, title, section: 'View', run: () => chooseTheme(theme) };
}

async function copyIngestionAddress(): Promise<void> {
  const url = useSystem.getState().system?.ingestUrl ?? '';
  showToast(
    (await copyText(url))
      ? { title: 'Copied the ingestion address', description: url }
      : { title: 'It could not be copied', description: url, tone: 'bad' },
  );
}

const appCommands: readonly Command[] = [
  ...pages.map(goTo),
  ...subPlaceCommands,
  {
    id: 'ingestion.copy',
    title: 'Copy the ingestion address',
    section: 'View',
    enabled: () => (useSystem.getState().system?.ingestUrl ?? null) !== null,
    run: () => void copyIngestionAddress(),
  },
  switchTo('light', 'Use the light theme'),
  switchTo('dark', 'Use the dark theme'),
  switchTo('system', 'Use the theme of the system'),
];

/** From any page into the inspector; a page with a filter of its own takes it there instead. */
const takeFilter = ({ id, name, filter }: SavedFilter): Command => ({
  id: `list.saved-filter.${id}`,
  title: `Filter: ${name}`,
  section: 'List',
  run: () => navigate({ page: 'inspector', query: { filter } }),
});

export function useAppCommands(): void {
  const saved = useItems(collections.savedFilters);
  useCommands(appCommands);
  useCommands(saved.map(takeFilter));
  useClockCommands();
  useSettleNews();
  useBulkNews();
  useAlertNews();
  useAlertCommands();
}

function tellMenu(commands: readonly Command[]): void {
  host.setMenu?.(
    [...new Map(commands.map((command) => [command.id, command])).values()]
      .filter((command) => !command.hidden)
      .map((command) => ({
        id: command.id,
        title: command.title,
        section: command.section,
        shortcut: shortcutsOf(command)[0] ?? null,
        enabled: listedCommands([command]).length > 0,
      })),
  );
}

/** Keeps the host's menu, where it has one, in step with the commands there are. */
export function useHostMenu(): void {
  useEffect(() => {
    tellMenu(useCommandStore.getState().commands);
    const stopTelling = useCommandStore.subscribe(({ commands }) => tellMenu(commands));
    const stopListening = host.onCommand(runCommand);
    return () => {
      stopTelling();
      stopListening();
    };
  }, []);
}
