/** Commands available everywhere: navigation and appearance. */
import { useEffect, useRef } from 'react';
import { useJobNews } from '#renderer/components/jobs/use-job-news.ts';
import { openDocs } from '#renderer/components/learn-more.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { systemNow } from '#renderer/data/system.ts';
import { host } from '#renderer/host/host.ts';
import {
  type Command,
  listedCommands,
  runCommand,
  shortcutsOf,
  useCommand,
  useCommandStore,
  useCommands,
} from '#renderer/keyboard/commands.ts';
import { useAlertCommands, useAlertNews } from '#renderer/pages/alerts/use-alert-news.ts';
import { useClockCommands, useSettleNews } from '#renderer/pages/clock/use-clock-commands.ts';
import { navigate, type RouteTo, returnTo } from '#renderer/stores/route-store.ts';
import type { ThemeChoice } from '#renderer/styles/theme.ts';
import { chooseTheme } from '#renderer/styles/theme.ts';
import { copyText } from '#renderer/ui/copy-button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { SavedFilter } from '#shared/schemas/filter.ts';
import { type PageEntry, pages, preloadPage } from './pages.ts';

// Sections of pages, and entities that can be created, for the palette.

const go = (id: string, title: string, to: RouteTo): Command => ({
  id: `go.${id}`,
  title: `Go to ${title}`,
  section: 'Go',
  run: () => navigate(to),
});

const settings = (id: string, title: string): Command =>
  go(`settings.${id}`, `Settings: ${title}`, { page: 'settings', path: [id] });

/** Shares its ID with the page's own command, which has the shortcut. */
const make = (noun: string, section: string, to: RouteTo): Command => ({
  id: `${noun}.new`,
  title: `New ${noun}`,
  section,
  run: () => navigate(to),
});

const subPlaceCommands: readonly Command[] = [
  {
    id: 'start.open',
    title: 'Test your webhook',
    section: 'Go',
    run: () => navigate({ page: 'start' }),
  },
  go('messages', 'Messages', { page: 'inspector', path: ['messages'] }),
  go('rejected', 'Rejected', { page: 'inspector', path: ['rejected'] }),
  go('traits', 'Computed traits', { page: 'audiences', path: ['traits'] }),
  go('deletions', 'Deletion requests', { page: 'audiences', path: ['deletions'] }),
  go('snippets', 'Signatures: Snippets', { page: 'signatures', path: ['snippets'] }),
  go('certify', 'Signatures: Certify', { page: 'signatures', path: ['certify'] }),
  settings('appearance', 'Appearance'),
  settings('addresses', 'Addresses'),
  settings('delivery', 'Delivery'),
  settings('authorities', 'Trusted CAs'),
  settings('data', 'Data'),
  settings('configuration', 'Configuration'),
  settings('shortcuts', 'Keyboard shortcuts'),
  settings('about', 'About'),
  make('destination', 'Destinations', { page: 'destinations', path: ['new'] }),
  make('source', 'Sources', { page: 'sources', path: ['new'] }),
  make('receiver', 'Receivers', { page: 'receivers', path: ['new'] }),
  make('scenario', 'Scenarios', { page: 'scenarios', path: ['new'] }),
  make('audience', 'Audiences', { page: 'audiences', path: ['audiences', 'new'] }),
  make('computed trait', 'Audiences', { page: 'audiences', path: ['traits', 'new'] }),
  make('deletion request', 'Audiences', { page: 'audiences', path: ['deletions', 'new'] }),
];

function goTo(page: PageEntry): Command {
  return {
    id: `go.${page.name}`,
    title: `Go to ${page.title}`,
    section: 'Go',
    shortcut: `g ${page.goKey}`,
    run: () => navigate(returnTo(page.name)),
  };
}

function switchTo(theme: ThemeChoice, title: string): Command {
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

const appCommands: readonly Command[] = [
  ...pages.map(goTo),
  ...subPlaceCommands,
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
    run: openDocs,
  },
  switchTo('light', 'Use light theme'),
  switchTo('dark', 'Use dark theme'),
  switchTo('system', 'Use system theme'),
];

/** Opens the inspector with a filter; pages with an own filter apply it in place. */
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
  useJobNews();
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

/** Keeps the native menu in sync with the commands. */
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

// `g` followed by the letter of a page; two keys keep single letters free for pages.

/** Long enough for two keys, too short for a stray `g` to swallow the next shortcut. */
const patienceMs = 1_200;

/** Registered last, so it briefly overrides other meanings of the letter. */
function awaitPlaceKey(): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    unregister();
  };
  const unregister = useCommandStore.getState().register(
    pages.map((page) => ({
      id: `go.key.${page.name}`,
      title: page.title,
      section: 'Go',
      shortcut: page.goKey,
      hidden: true,
      run: () => {
        stop();
        runCommand(`go.${page.name}`);
      },
    })),
  );
  const timer = setTimeout(stop, patienceMs);
  return stop;
}

export function useGoKeys(): void {
  const stopAwaiting = useRef<() => void>(() => undefined);
  useCommand({
    id: 'go.key',
    title: 'Go to page',
    section: 'Go',
    shortcut: 'g',
    hidden: true,
    run: () => {
      stopAwaiting.current();
      stopAwaiting.current = awaitPlaceKey();
      pages.forEach(preloadPage);
    },
  });
  useEffect(() => () => stopAwaiting.current(), []);
}
