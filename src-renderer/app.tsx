import { Suspense } from 'react';
import { LateSpinner } from './components/late-spinner.tsx';
import { useAlertBadge } from './pages/alerts/use-alert-badge.ts';
import { Palette } from './pages/palette/palette.tsx';
import { ShortcutsSheet } from './pages/palette/shortcuts-sheet.tsx';
import { AppBanner } from './shell/app-banner.tsx';
import { useAppCommands, useHostMenu } from './shell/app-commands.ts';
import { CoreClock } from './shell/core-clock.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { useGoKeys } from './shell/go-keys.ts';
import { NoAccess } from './shell/no-access.tsx';
import { type PageEntry, pageOf, pages } from './shell/pages.ts';
import { TopBar } from './shell/top-bar.tsx';
import { useConnection } from './stores/connection-store.ts';
import { addressOf, useRoute } from './stores/route-store.ts';
import { AppShell, SidebarItem } from './ui/app-shell.tsx';
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
  const wanted = useRoute((state) => state.route.page);
  const hasAccess = useConnection((connection) => connection.state !== 'unauthorised');
  const current = pageOf(wanted) ?? pages[0];
  const badge = useAlertBadge();
  const sidebarItem = (page: PageEntry) => (
    <SidebarItem
      key={page.name}
      icon={page.icon}
      label={page.title}
      href={addressOf({ page: page.name })}
      current={page === current}
      shortcut={`g ${page.goKey}`}
      badge={page.name === 'inspector' ? badge : undefined}
    />
  );
  return (
    <AppShell
      topBar={<TopBar />}
      sidebar={pages.filter((page) => !page.atFoot).map(sidebarItem)}
      sidebarEnd={pages.filter((page) => page.atFoot).map(sidebarItem)}
      banner={<AppBanner />}
    >
      {hasAccess ? current && <Content page={current} /> : <NoAccess />}
    </AppShell>
  );
}

function Content({ page }: { page: PageEntry }) {
  const { Page } = page;
  return (
    <ErrorBoundary key={page.name}>
      <Suspense fallback={<LateSpinner label={`Opening ${page.title}`} />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}
