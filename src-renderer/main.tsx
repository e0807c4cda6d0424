import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { OpenRequest } from '#shared/settings/desktop.ts';
import { App } from './app.tsx';
import { queryClient } from './kit/data/query-client.ts';
import { startData } from './kit/data/start.ts';
import { followDesktopState, host } from './kit/host/host.ts';
import { listenForShortcuts } from './kit/keyboard/commands.ts';
import { followAddress, navigate } from './kit/routing/route-store.ts';
import { followTheme } from './styles/theme.ts';

// Opens the deep links and files that the system passes to the desktop app.

async function open(request: OpenRequest): Promise<void> {
  if (request.kind === 'delivery')
    return navigate({ page: 'deliveries', path: [String(request.id)] });
  navigate({ page: 'rehearse' });
  const { openFile } = await import('./places/rehearse/open-file.ts');
  return openFile(new File([request.bytes], request.name));
}

function followOpenRequests(): void {
  host.desktop?.onOpen((request) => void open(request));
}

followTheme();
followAddress();
listenForShortcuts();
startData();
followOpenRequests();
followDesktopState();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
