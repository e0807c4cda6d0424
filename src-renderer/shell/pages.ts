/** All pages, in the order of the rail. */
import {
  FingerprintPattern,
  ListChecks,
  ListTree,
  type LucideIcon,
  Play,
  Plug,
  SatelliteDish,
  Share2,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '#renderer/kit/loading.tsx';
import type { PageName } from '#renderer/kit/routing/route.ts';
import { DeliveriesPage } from '#renderer/places/deliveries/deliveries-page.tsx';

export interface PageEntry {
  readonly name: PageName;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Other words that find it in the palette. */
  readonly keywords?: readonly string[];
  /** Pressed after `g`. */
  readonly goKey?: string;
  /** Position in the rail; null for Start, which is rarely needed later. */
  readonly rail: 'top' | 'bottom' | null;
  readonly Page: ComponentType | LazyComponent<object>;
}

const StartPage = lazyComponent(
  async () => (await import('#renderer/places/deliveries/first-run/start-page.tsx')).StartPage,
  'Opening Start',
);
const DestinationsPage = lazyComponent(
  async () =>
    (await import('#renderer/places/connections/destinations/destinations-page.tsx'))
      .DestinationsPage,
  'Opening Destinations',
);
const SourcesPage = lazyComponent(
  async () => (await import('#renderer/places/connections/sources/sources-page.tsx')).SourcesPage,
  'Opening Sources',
);
const AudiencesPage = lazyComponent(
  async () => (await import('#renderer/places/audiences/audiences-page.tsx')).AudiencesPage,
  'Opening Audiences',
);
const MocksPage = lazyComponent(
  async () => (await import('#renderer/places/connections/mocks/mocks-page.tsx')).MocksPage,
  'Opening Mock endpoints',
);
const ScenariosPage = lazyComponent(
  async () => (await import('#renderer/places/rehearse/scenarios-page.tsx')).ScenariosPage,
  'Opening Scenarios',
);
const SignaturesPage = lazyComponent(
  async () =>
    (await import('#renderer/places/rehearse/signatures/signatures-page.tsx')).SignaturesPage,
  'Opening Certify',
);
const SettingsPage = lazyComponent(
  async () => (await import('#renderer/places/settings/settings-page.tsx')).SettingsPage,
  'Opening Settings',
);

export const pages: readonly PageEntry[] = [
  {
    name: 'start',
    title: 'Start',
    icon: Play,
    goKey: 't',
    rail: null,
    Page: StartPage,
  },
  {
    name: 'deliveries',
    title: 'Deliveries',
    icon: ListTree,
    goKey: 'd',
    rail: 'top',
    // Not lazy: it is the usual first page.
    Page: DeliveriesPage,
  },
  {
    name: 'destinations',
    title: 'Destinations',
    keywords: ['profile', 'provider', 'webhook', 'retries', 'github', 'stripe'],
    icon: Share2,
    goKey: 'c',
    rail: 'top',
    Page: DestinationsPage,
  },
  { name: 'sources', title: 'Sources', icon: Plug, goKey: 'o', rail: 'top', Page: SourcesPage },
  {
    name: 'audiences',
    title: 'Audiences',
    icon: Users,
    goKey: 'a',
    rail: 'top',
    Page: AudiencesPage,
  },
  {
    name: 'mocks',
    title: 'Mock endpoints',
    icon: SatelliteDish,
    goKey: 'm',
    rail: 'top',
    Page: MocksPage,
  },
  {
    name: 'scenarios',
    title: 'Scenarios',
    icon: ListChecks,
    goKey: 'r',
    rail: 'top',
    Page: ScenariosPage,
  },
  {
    name: 'signatures',
    title: 'Certify',
    keywords: ['provider', 'profile', 'signatures', 'test'],
    icon: FingerprintPattern,
    rail: null,
    Page: SignaturesPage,
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: SlidersHorizontal,
    goKey: ',',
    rail: 'bottom',
    Page: SettingsPage,
  },
];

export function pageOf(name: PageName): PageEntry | undefined {
  return pages.find((page) => page.name === name);
}

/** Loads the code of a page that the user is about to open. */
export function preloadPage({ Page }: PageEntry): void {
  if ('preload' in Page) Page.preload();
}
