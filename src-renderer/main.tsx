import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queryClient } from './data/query-client.ts';
import { startData } from './data/start.ts';
import { followDesktopState } from './host/desktop-state.ts';
import { listenForShortcuts } from './keyboard/key-listener.ts';
import { followOpenRequests } from './shell/open-requests.ts';
import { followAddress } from './stores/route-store.ts';
import { followTheme } from './styles/theme.ts';

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
