/** Commands available everywhere: navigation and appearance. */
import { useEffect, useRef } from 'react';
import { useClockActions, useFinishToasts } from '#renderer/clock/clock-actions.ts';
import { useJobToasts } from '#renderer/jobs/job-actions.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { systemNow } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import {
  type Command,
  listedCommands,
  runCommand,
  shortcutsOf,
  useCommandStore,
  useCommands,
} from '#renderer/kit/keyboard/commands.ts';
import { useSingleLetterShortcuts } from '#renderer/kit/keyboard/shortcut.ts';
import { openDocs, type Topic } from '#renderer/kit/learn-more.tsx';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, returnTo } from '#renderer/kit/routing/route-store.ts';
import type { ThemeChoice } from '#renderer/styles/theme.ts';
import { chooseTheme } from '#renderer/styles/theme.ts';
import { briefMs } from '#renderer/ui/brief-times.ts';
import { copyText } from '#renderer/ui/copy-button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { SavedFilter } from '#shared/filter/saved-filter.ts';
import { useAlertActions, useAlertNotifications } from './alerts/use-alert-notifications.ts';
import { type PageEntry, pages, preloadPage } from './pages.ts';

// Sections of pages, and entities that can be created, for the palette.

const goCommand = (
  id: string,
  title: string,
  to: RouteTo,
  keywords?: readonly string[],
): Command => ({
  id: `go.${id}`,
  title: `Go to ${title}`,
  section: 'Go',
  keywords,
  run: () => navigate(to),
});

const settingsCommand = (id: string, title: string): Command =>
  goCommand(`settings.${id}`, `Settings: ${title}`, { page: 'settings', path: [id] });

/** Shares its ID with the page's own command, which has the shortcut. */
const newCommand = (noun: string, section: string, to: RouteTo): Command => ({
  id: `${noun}.new`,
  title: `New ${noun}`,
  section,
  run: () => navigate(to),
});

const sectionCommands: readonly Command[] = [
  {
    id: 'start.open',
    title: 'Test your webhook',
    section: 'Go',
    run: () => navigate({ page: 'start' }),
  },
  goCommand('messages', 'Messages', { page: 'deliveries', path: ['messages'] }),
  goCommand('rejected', 'Rejected', { page: 'deliveries', path: ['rejected'] }),
  goCommand('traits', 'Computed traits', { page: 'audiences', path: ['traits'] }),
  goCommand('deletions', 'Deletion requests', { page: 'audiences', path: ['deletions'] }),
  settingsCommand('appearance', 'Appearance'),
  settingsCommand('notifications', 'Notifications'),
  settingsCommand('addresses', 'Addresses'),
  settingsCommand('delivery', 'Delivery'),
  settingsCommand('authorities', 'Certificate authorities'),
  settingsCommand('data', 'Stored data'),
  settingsCommand('privacy', 'Privacy'),
  settingsCommand('configuration', 'Configuration'),
  settingsCommand('shortcuts', 'Keyboard shortcuts'),
  settingsCommand('about', 'Version'),
  settingsCommand('third-party-notices', 'Third-party notices'),
  newCommand('destination', 'Destinations', { page: 'destinations', path: ['new'] }),
  newCommand('source', 'Sources', { page: 'sources', path: ['new'] }),
  newCommand('mock endpoint', 'Mock endpoints', { page: 'mocks', path: ['new'] }),
  newCommand('scenario', 'Scenarios', { page: 'scenarios', path: ['new'] }),
  newCommand('audience', 'Audiences', { page: 'audiences', path: ['audiences', 'new'] }),
  newCommand('computed trait', 'Audiences', { page: 'audiences', path: ['traits', 'new'] }),
  newCommand('deletion request', 'Audiences', { page: 'audiences', path: ['deletions', 'new'] }),
];

/** Two keys keep single letters free for pages. */
const goPrefix = 'g ';

function pageCommand(page: PageEntry): Command {
  return {
    id: `go.${page.name}`,
    title: `Go to ${page.title}`,
    section: 'Go',
    keywords: page.keywords,
    shortcut: page.goKey && `${goPrefix}${page.goKey}`,
    run: () => navigate(returnTo(page.name)),
  };
}

function themeCommand(theme: ThemeChoice, title: string): Command {
  return { id: `theme.${theme}`, title, section: 'View', run: () => chooseTheme(theme) };
}

async function copyIngestionAddress(): Promise<void> {
  const url = systemNow()?.ingestUrl ?? '';
  showToast(
    (await copyText(url))
      ? { title: 'Copied ingestion endpoint', description: url }
      : { title: "Can't copy", description: url, tone: 'bad' },
  );
}

const guideCommand = (topic: Topic, title: string, keywords: readonly string[]): Command => ({
  id: `docs.${topic}`,
  title: `Documentation: ${title}`,
  section: 'Help',
  keywords,
  run: () => openDocs(topic),
});

const appCommands: readonly Command[] = [
  ...pages.map(pageCommand),
  ...sectionCommands,
  {
    id: 'ingestion.copy',
    title: 'Copy ingestion endpoint',
    section: 'View',
    enabled: () => (systemNow()?.ingestUrl ?? null) !== null,
    run: () => void copyIngestionAddress(),
  },
  {
    id: 'docs.open',
    title: 'Open documentation',
    section: 'Help',
    shortcut: 'F1',
    run: () => openDocs(),
  },
  guideCommand('agents', 'Tools for agents', ['ai', 'mcp', 'assistant']),
  guideCommand('workspaces', 'Workspaces', ['project', 'folder']),
  themeCommand('light', 'Use light theme'),
  themeCommand('dark', 'Use dark theme'),
  themeCommand('system', 'Use system theme'),
];

/** Opens Deliveries with a filter. Pages with a filter of their own override it. */
const filterCommand = ({ id, name, filter }: SavedFilter): Command => ({
  id: `list.saved-filter.${id}`,
  title: `Filter: ${name}`,
  section: 'List',
  run: () => navigate({ page: 'deliveries', query: { filter } }),
});

const noCommands: readonly Command[] = [];

export function useAppCommands(): void {
  const saved = useItems(collections.savedFilters);
  useCommands(appCommands);
  useCommands(saved.map(filterCommand));
  useCommands(host.desktop === null ? noCommands : desktopCommands);
  useClockActions();
  useFinishToasts();
  useJobToasts();
  useAlertNotifications();
  useAlertActions();
}

/** Only in the desktop app. */
const desktopCommands: readonly Command[] = [
  settingsCommand('desktop', 'Desktop app'),
  {
    id: 'desktop.update',
    title: 'Check for updates',
    section: 'Help',
    run: () => {
      host.desktop?.act('check_for_updates');
      navigate({ page: 'settings', path: ['desktop'] });
    },
  },
  {
    id: 'desktop.commandLine',
    title: 'Install command-line tool',
    section: 'File',
    run: () => {
      host.desktop?.act('install_command_line_tool');
      navigate({ page: 'settings', path: ['desktop'] });
    },
  },
  {
    id: 'desktop.crashReports',
    title: 'Show crash reports',
    section: 'Help',
    run: () => host.desktop?.act('show_crash_reports'),
  },
];

function updateMenu(commands: readonly Command[]): void {
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

/** Keeps the native menu in sync with the commands. */
export function useHostMenu(): void {
  useEffect(() => {
    const update = (): void => updateMenu(useCommandStore.getState().commands);
    update();
    const stopUpdating = useCommandStore.subscribe(update);
    const stopFollowing = useSingleLetterShortcuts.subscribe(update);
    const stopListening = host.onCommand(runCommand);
    return () => {
      stopUpdating();
      stopFollowing();
      stopListening();
    };
  }, []);
}

// `g` followed by a letter.

/** Registered last, so it briefly overrides other meanings of the letter. */
function awaitSecondKey(): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    unregister();
  };
  const unregister = useCommandStore.getState().register(
    listedCommands(useCommandStore.getState().commands).flatMap((command) => {
      const key = shortcutsOf(command).find((shortcut) => shortcut.startsWith(goPrefix));
      if (key === undefined) return [];
      return {
        id: `go.key.${command.id}`,
        title: command.title,
        section: 'Go',
        shortcut: key.slice(goPrefix.length),
        hidden: true,
        run: () => {
          stop();
          command.run();
        },
      };
    }),
  );
  const timer = setTimeout(stop, briefMs.secondKey);
  return stop;
}

export function useGoKeys(): void {
  const stopAwaiting = useRef<() => void>(() => undefined);
  useCommands([
    {
      id: 'go.key',
      title: 'Go to page',
      section: 'Go',
      shortcut: 'g',
      hidden: true,
      run: () => {
        stopAwaiting.current();
        stopAwaiting.current = awaitSecondKey();
        pages.forEach(preloadPage);
      },
    },
  ]);
  useEffect(() => () => stopAwaiting.current(), []);
}
