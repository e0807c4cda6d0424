import { KeyRound } from 'lucide-react';
import { Component, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import { NowProvider, type NowSource } from '#renderer/ui/time.tsx';
import { FilmDock } from './film/film-dock.tsx';
import { accessToken } from './kit/data/access.ts';
import { useClock } from './kit/data/clock.ts';
import { connectWith, useConnection } from './kit/data/core.ts';
import { useSystem } from './kit/data/system.ts';
import { host } from './kit/host/host.ts';
import { NotFound } from './kit/routing/not-found.tsx';
import type { PageName } from './kit/routing/route.ts';
import { addressOf, navigate, returnTo, useRoute } from './kit/routing/route-store.ts';
import { deliveriesCreated } from './places/deliveries/activity/deliveries-links.ts';
import { useAlertBadge } from './shell/alerts/use-alert-notifications.ts';
import { AppBanner } from './shell/app-banner.tsx';
import { useAppCommands, useGoKeys, useHostMenu } from './shell/app-commands.ts';
import { FindBar } from './shell/find-bar.tsx';
import { IngestionStatus } from './shell/ingestion-status.tsx';
import { type PageEntry, pageOf, pages, preloadPage } from './shell/pages.ts';
import { Palette } from './shell/palette/palette.tsx';
import { ShortcutsSheet } from './shell/palette/shortcuts-sheet.tsx';
import { useScrollMemory } from './shell/scroll-memory.ts';
import { SendDrawer } from './shell/send/send-drawer.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { CodeDialog, VerifyDrawer } from './shell/verify-drawer.tsx';
import { AppShell, RailItem } from './ui/app-shell.tsx';
import { UiProvider } from './ui/ui-provider.tsx';

export function App() {
  useAppCommands();
  useGoKeys();
  useHostMenu();
  useWindowTitle();
  return (
    <UiProvider>
      <CoreClock>
        <Frame />
        <SendDrawer />
        <VerifyDrawer />
        <CodeDialog />
        <Palette />
        <ShortcutsSheet />
        {host.find !== null && <FindBar />}
      </CoreClock>
    </UiProvider>
  );
}

/** Several workspaces can be open at once. */
function useWindowTitle(): void {
  const folder = useSystem()?.workspace?.folder;
  useEffect(() => {
    const name = folder?.split(/[\\/]/).at(-1);
    document.title = name === undefined ? 'Hookwright' : `${name} – Hookwright`;
  }, [folder]);
}

function Frame() {
  const requestedPage = useRoute((state) => state.route.page);
  const hasAccess = useConnection((connection) => connection.state !== 'unauthorized');
  const current = pageOf(requestedPage);
  const badge = useAlertBadge();
  const railItem = (page: PageEntry) => (
    <RailItem
      key={page.name}
      icon={page.icon}
      label={page.title}
      href={addressOf(returnTo(page.name))}
      current={page === current}
      shortcut={page.goKey && `g ${page.goKey}`}
      onIntent={() => preloadPage(page)}
      badge={page.name === 'deliveries' ? badge : undefined}
    />
  );
  return (
    <AppShell
      topBar={<TopBar />}
      rail={pages.filter(({ rail }) => rail === 'top').map(railItem)}
      railEnd={
        <>
          <IngestionStatus />
          {pages.filter(({ rail }) => rail === 'bottom').map(railItem)}
        </>
      }
      banner={
        <>
          <AppBanner />
          <PageFilm page={requestedPage} />
        </>
      }
    >
      {!hasAccess ? (
        <NoAccess />
      ) : current === undefined ? (
        <NotFound />
      ) : (
        <Content page={current} />
      )}
    </AppShell>
  );
}

/** Deliveries shows it in its header, and a scenario has a film of its own. */
function PageFilm({ page }: { page: PageName }) {
  if (page === 'deliveries' || page === 'rehearse') return null;
  return <FilmDock onSelect={(span) => navigate(deliveriesCreated('', span))} />;
}

function Content({ page }: { page: PageEntry }) {
  return (
    <ErrorBoundary key={page.name}>
      <PageContent page={page} />
    </ErrorBoundary>
  );
}

function PageContent({ page: { name, Page } }: { page: PageEntry }) {
  useScrollMemory(name);
  return <Page />;
}

const coreTime: NowSource = {
  get: () => useClock.getState().now,
  subscribe: useClock.subscribe,
};

/** Provides the core's time, which may differ from this machine's. */
function CoreClock({ children }: { children: ReactNode }) {
  return <NowProvider source={coreTime}>{children}</NowProvider>;
}

/** Contains a crash to its page. React logs it to the console. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState title="Can't show this page" onRetry={() => this.setState({ failed: false })}>
        This is a bug in Hookwright. Deliveries continue.
      </ErrorState>
    );
  }
}

/** Shown instead of every page until this browser has a valid token. */
function NoAccess() {
  const [token, setToken] = useState('');
  // A stored token was rejected, or this would not be shown.
  const [isWrong, setWrong] = useState(() => accessToken() !== null);
  const connect = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (token.trim() !== '') setWrong(!(await connectWith(token.trim())));
  };
  return (
    <EmptyState icon={KeyRound} title="Access token required">
      <p>Open the URL from the terminal, or paste the access token.</p>
      <form
        onSubmit={(event) => void connect(event)}
        className="mt-4 flex items-end gap-2 text-left"
      >
        <Field
          label="Access token"
          error={isWrong ? 'Invalid access token.' : undefined}
          className="min-w-72 flex-1"
        >
          <SecretField
            noun="access token"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        <Button type="submit" className="mb-5.25">
          Connect
        </Button>
      </form>
    </EmptyState>
  );
}
