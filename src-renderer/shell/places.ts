/** The places there are, in the order of the rail. */
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
import { InspectorPlace } from '#renderer/pages/inspector/inspector-place.tsx';
import type { PlaceName } from '#renderer/stores/route.ts';

export interface PlaceEntry {
  readonly name: PlaceName;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly goKey: string;
  /** Settings stand apart, at the foot of the rail. */
  readonly atFoot: boolean;
  readonly Place: ComponentType;
}

const OverviewPlace = lazy(async () => {
  const { OverviewPlace } = await import('#renderer/pages/overview/overview-place.tsx');
  return { default: OverviewPlace };
});

const SendPlace = lazy(async () => {
  const { SendPlace } = await import('#renderer/pages/send/send-place.tsx');
  return { default: SendPlace };
});

const DestinationsPlace = lazy(async () => {
  const { DestinationsPlace } = await import('#renderer/pages/destinations/destinations-place.tsx');
  return { default: DestinationsPlace };
});

const SourcesPlace = lazy(async () => {
  const { SourcesPlace } = await import('#renderer/pages/sources/sources-place.tsx');
  return { default: SourcesPlace };
});

const AudiencesPlace = lazy(async () => {
  const { AudiencesPlace } = await import('#renderer/pages/audiences/audiences-place.tsx');
  return { default: AudiencesPlace };
});

const ReceiversPlace = lazy(async () => {
  const { ReceiversPlace } = await import('#renderer/pages/receivers/receivers-place.tsx');
  return { default: ReceiversPlace };
});

const SignaturesPlace = lazy(async () => {
  const { SignaturesPlace } = await import('#renderer/pages/signatures/signatures-place.tsx');
  return { default: SignaturesPlace };
});

const SettingsPlace = lazy(async () => {
  const { SettingsPlace } = await import('#renderer/pages/settings/settings-place.tsx');
  return { default: SettingsPlace };
});

export const places: readonly PlaceEntry[] = [
  {
    name: 'inspector',
    title: 'Inspector',
    icon: TextSearch,
    goKey: 'i',
    atFoot: false,
    // The first thing seen, so it is not loaded apart.
    Place: InspectorPlace,
  },
  {
    name: 'overview',
    title: 'Overview',
    icon: ChartColumnStacked,
    goKey: 'v',
    atFoot: false,
    Place: OverviewPlace,
  },
  { name: 'send', title: 'Send', icon: Send, goKey: 's', atFoot: false, Place: SendPlace },
  {
    name: 'destinations',
    title: 'Destinations',
    icon: Share2,
    goKey: 'd',
    atFoot: false,
    Place: DestinationsPlace,
  },
  { name: 'sources', title: 'Sources', icon: Plug, goKey: 'o', atFoot: false, Place: SourcesPlace },
  {
    name: 'audiences',
    title: 'Audiences',
    icon: Users,
    goKey: 'a',
    atFoot: false,
    Place: AudiencesPlace,
  },
  {
    name: 'receivers',
    title: 'Receivers',
    icon: SatelliteDish,
    goKey: 'r',
    atFoot: false,
    Place: ReceiversPlace,
  },
  {
    name: 'signatures',
    title: 'Signatures',
    icon: FingerprintPattern,
    goKey: 'c',
    atFoot: false,
    Place: SignaturesPlace,
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: SlidersHorizontal,
    goKey: ',',
    atFoot: true,
    Place: SettingsPlace,
  },
];

export function placeOf(name: PlaceName): PlaceEntry | undefined {
  return places.find((place) => place.name === name);
}
