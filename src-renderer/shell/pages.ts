/** All pages in sidebar order. */
import {
  ChartColumnStacked,
  FingerprintPattern,
  type LucideIcon,
  Play,
  Plug,
  SatelliteDish,
  Send,
  Share2,
  SlidersHorizontal,
  TextSearch,
  Users,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { InspectorPage } from '#renderer/pages/inspector/inspector-page.tsx';
import type { PageName } from '#renderer/stores/route.ts';

export interface PageEntry {
  readonly name: PageName;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly goKey: string;
  /** Place in the sidebar; Start is not there, since it has little use later. */
  readonly sidebar: 'top' | 'bottom' | null;
  readonly Page: ComponentType;
}

const StartPage = lazy(async () => {
  const { StartPage } = await import('#renderer/pages/start/start-page.tsx');
  return { default: StartPage };
});

const OverviewPage = lazy(async () => {
  const { OverviewPage } = await import('#renderer/pages/overview/overview-page.tsx');
  return { default: OverviewPage };
});

const SendPage = lazy(async () => {
  const { SendPage } = await import('#renderer/pages/send/send-page.tsx');
  return { default: SendPage };
});

const DestinationsPage = lazy(async () => {
  const { DestinationsPage } = await import('#renderer/pages/destinations/destinations-page.tsx');
  return { default: DestinationsPage };
});

const SourcesPage = lazy(async () => {
  const { SourcesPage } = await import('#renderer/pages/sources/sources-page.tsx');
  return { default: SourcesPage };
});

const AudiencesPage = lazy(async () => {
  const { AudiencesPage } = await import('#renderer/pages/audiences/audiences-page.tsx');
  return { default: AudiencesPage };
});

const ReceiversPage = lazy(async () => {
  const { ReceiversPage } = await import('#renderer/pages/receivers/receivers-page.tsx');
  return { default: ReceiversPage };
});

const SignaturesPage = lazy(async () => {
  const { SignaturesPage } = await import('#renderer/pages/signatures/signatures-page.tsx');
  return { default: SignaturesPage };
});

const SettingsPage = lazy(async () => {
  const { SettingsPage } = await import('#renderer/pages/settings/settings-page.tsx');
  return { default: SettingsPage };
});

export const pages: readonly PageEntry[] = [
  {
    name: 'start',
    title: 'Start',
    icon: Play,
    goKey: 't',
    sidebar: null,
    Page: StartPage,
  },
  {
    name: 'inspector',
    title: 'Inspector',
    icon: TextSearch,
    goKey: 'i',
    sidebar: 'top',
    // Not lazy: it is the usual first page.
    Page: InspectorPage,
  },
  {
    name: 'overview',
    title: 'Overview',
    icon: ChartColumnStacked,
    goKey: 'v',
    sidebar: 'top',
    Page: OverviewPage,
  },
  { name: 'send', title: 'Send', icon: Send, goKey: 's', sidebar: 'top', Page: SendPage },
  {
    name: 'destinations',
    title: 'Destinations',
    icon: Share2,
    goKey: 'd',
    sidebar: 'top',
    Page: DestinationsPage,
  },
  { name: 'sources', title: 'Sources', icon: Plug, goKey: 'o', sidebar: 'top', Page: SourcesPage },
  {
    name: 'audiences',
    title: 'Audiences',
    icon: Users,
    goKey: 'a',
    sidebar: 'top',
    Page: AudiencesPage,
  },
  {
    name: 'receivers',
    title: 'Receivers',
    icon: SatelliteDish,
    goKey: 'r',
    sidebar: 'top',
    Page: ReceiversPage,
  },
  {
    name: 'signatures',
    title: 'Signatures',
    icon: FingerprintPattern,
    goKey: 'c',
    sidebar: 'top',
    Page: SignaturesPage,
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: SlidersHorizontal,
    goKey: ',',
    sidebar: 'bottom',
    Page: SettingsPage,
  },
];

export function pageOf(name: PageName): PageEntry | undefined {
  return pages.find((page) => page.name === name);
}
