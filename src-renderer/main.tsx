import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { OpenRequest } from '#shared/settings/desktop.ts';
import { App } from './app.tsx';
import { queryClient } from './data/query-client.ts';
import { startData } from './data/start.ts';
import { followDesktopState, host } from './host/host.ts';
import { listenForShortcuts } from './keyboard/commands.ts';
import { openFile } from './pages/scenarios/open-file.ts';
import { followAddress, navigate } from './stores/route-store.ts';
import { followTheme } from './styles/theme.ts';

// Opens the deep links and files that the system passes to the desktop app.

async function open(request: OpenRequest): Promise<void> {
  if (request.kind === 'delivery')
    return navigate({ page: 'inspector', path: ['deliveries', String(request.id)] });
  navigate({ page: 'scenarios' });
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
