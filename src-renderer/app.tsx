import { Suspense } from 'react';
import { LateSpinner } from './components/late-spinner.tsx';
import { useNoticeBadge } from './pages/notices/use-notice-badge.ts';
import { Palette } from './pages/palette/palette.tsx';
import { ShortcutsSheet } from './pages/palette/shortcuts-sheet.tsx';
import { AppBanner } from './shell/app-banner.tsx';
import { useAppCommands, useHostMenu } from './shell/app-commands.ts';
import { CoreClock } from './shell/core-clock.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { useGoKeys } from './shell/go-keys.ts';
import { NoAccess } from './shell/no-access.tsx';
import { type PlaceEntry, placeOf, places } from './shell/places.ts';
import { Strip } from './shell/top-bar.tsx';
import { useConnection } from './stores/connection-store.ts';
import { addressOf, useRoute } from './stores/route-store.ts';
import { AppShell, RailItem } from './ui/app-shell.tsx';
import { UiProvider } from './ui/ui-provider.tsx';

export function App() {
  useAppCommands();
  useGoKeys();
  useHostMenu();
  return (
    <UiProvider>
      <CoreClock>
        <Frame />
        <Palette />
        <ShortcutsSheet />
      </CoreClock>
    </UiProvider>
  );
}

function Frame() {
  const wanted = useRoute((state) => state.route.place);
  const hasAccess = useConnection((connection) => connection.state !== 'unauthorised');
  const current = placeOf(wanted) ?? places[0];
  const badge = useNoticeBadge();
  const railItem = (place: PlaceEntry) => (
    <RailItem
      key={place.name}
      icon={place.icon}
      label={place.title}
      href={addressOf({ place: place.name })}
      current={place === current}
      shortcut={`g ${place.goKey}`}
      badge={place.name === 'inspector' ? badge : undefined}
    />
  );
  return (
    <AppShell
      strip={<Strip />}
      rail={places.filter((place) => !place.atFoot).map(railItem)}
      railEnd={places.filter((place) => place.atFoot).map(railItem)}
      banner={<AppBanner />}
    >
      {hasAccess ? current && <Content place={current} /> : <NoAccess />}
    </AppShell>
  );
}

function Content({ place }: { place: PlaceEntry }) {
  const { Place } = place;
  return (
    <ErrorBoundary key={place.name}>
      <Suspense fallback={<LateSpinner label={`Opening ${place.title}`} />}>
        <Place />
      </Suspense>
    </ErrorBoundary>
  );
}
