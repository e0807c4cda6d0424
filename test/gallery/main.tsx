/** Shows every primitive in every state, with static data and no core. */
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showForcedStates } from './forced-states.ts';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root".');
showForcedStates(document);
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
