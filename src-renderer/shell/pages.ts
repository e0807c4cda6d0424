/** All pages in sidebar order. */
import {
  ChartColumnStacked,
  FingerprintPattern,
  type LucideIcon,
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
  /** Settings are at the bottom of the sidebar. */
  readonly atFoot: boolean;
  readonly Page: ComponentType;
}

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
    name: 'inspector',
    title: 'Inspector',
    icon: TextSearch,
    goKey: 'i',
    atFoot: false,
    // Not lazy: it is the start page.
    Page: InspectorPage,
  },
  {
    name: 'overview',
    title: 'Overview',
    icon: ChartColumnStacked,
    goKey: 'v',
    atFoot: false,
    Page: OverviewPage,
  },
  { name: 'send', title: 'Send', icon: Send, goKey: 's', atFoot: false, Page: SendPage },
  {
    name: 'destinations',
    title: 'Destinations',
    icon: Share2,
    goKey: 'd',
    atFoot: false,
    Page: DestinationsPage,
  },
  { name: 'sources', title: 'Sources', icon: Plug, goKey: 'o', atFoot: false, Page: SourcesPage },
  {
    name: 'audiences',
    title: 'Audiences',
    icon: Users,
    goKey: 'a',
    atFoot: false,
    Page: AudiencesPage,
  },
  {
    name: 'receivers',
    title: 'Receivers',
    icon: SatelliteDish,
    goKey: 'r',
    atFoot: false,
    Page: ReceiversPage,
  },
  {
    name: 'signatures',
    title: 'Signatures',
    icon: FingerprintPattern,
    goKey: 'c',
    atFoot: false,
    Page: SignaturesPage,
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: SlidersHorizontal,
    goKey: ',',
    atFoot: true,
    Page: SettingsPage,
  },
];

export function pageOf(name: PageName): PageEntry | undefined {
  return pages.find((page) => page.name === name);
}
