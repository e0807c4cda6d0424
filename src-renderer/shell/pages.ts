/** All pages, in the order of the rail. */
import {
  Clapperboard,
  ListTree,
  type LucideIcon,
  SlidersHorizontal,
  Users,
  Waypoints,
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
  /** Position in the rail. */
  readonly rail: 'top' | 'bottom';
  readonly Page: ComponentType | LazyComponent<object>;
}

const ConnectionsPage = lazyComponent(
  async () => (await import('#renderer/places/connections/connections-page.tsx')).ConnectionsPage,
  'Opening Connections',
);
const AudiencesPage = lazyComponent(
  async () => (await import('#renderer/places/audiences/audiences-page.tsx')).AudiencesPage,
  'Opening Audiences',
);
const RehearsePage = lazyComponent(
  async () => (await import('#renderer/places/rehearse/rehearse-page.tsx')).RehearsePage,
  'Opening Rehearse',
);
const SettingsPage = lazyComponent(
  async () => (await import('#renderer/places/settings/settings-page.tsx')).SettingsPage,
  'Opening Settings',
);

export const pages: readonly PageEntry[] = [
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
    name: 'connections',
    title: 'Connections',
    keywords: [
      ...['sources', 'destinations', 'mock endpoints', 'profile', 'provider', 'webhook'],
      ...['retries', 'faults', 'outage', 'github', 'stripe'],
    ],
    icon: Waypoints,
    goKey: 'c',
    rail: 'top',
    Page: ConnectionsPage,
  },
  {
    name: 'audiences',
    title: 'Audiences',
    icon: Users,
    goKey: 'a',
    rail: 'top',
    Page: AudiencesPage,
  },
  {
    name: 'rehearse',
    title: 'Rehearse',
    keywords: ['scenarios', 'outage', 'certify', 'test', 'explore'],
    icon: Clapperboard,
    goKey: 'r',
    rail: 'top',
    Page: RehearsePage,
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
