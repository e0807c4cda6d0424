/** The places there are, in the order of the rail. */
import { type LucideIcon, SlidersHorizontal, TextSearch } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { InspectorPlace } from '#renderer/features/inspector/inspector-place.tsx';
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

const SettingsPlace = lazy(async () => {
  const { SettingsPlace } = await import('#renderer/features/settings/settings-place.tsx');
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
