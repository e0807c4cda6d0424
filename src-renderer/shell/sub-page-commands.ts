/** What stands a step inside of a page, and what can be made there: within reach of the palette. */
import type { Command } from '#renderer/keyboard/command-store.ts';
import { navigate, type RouteTo } from '#renderer/stores/route-store.ts';

const go = (id: string, title: string, to: RouteTo): Command => ({
  id: `go.${id}`,
  title: `Go to ${title}`,
  section: 'Go',
  run: () => navigate(to),
});

const settings = (id: string, title: string): Command =>
  go(`settings.${id}`, `Settings: ${title}`, { page: 'settings', path: [id] });

/** Of the same id as the page's own command, which has the shortcut there. */
const make = (noun: string, section: string, to: RouteTo): Command => ({
  id: `${noun}.new`,
  title: `New ${noun}`,
  section,
  run: () => navigate(to),
});

export const subPlaceCommands: readonly Command[] = [
  go('messages', 'Messages', { page: 'inspector', path: ['messages'] }),
  go('rejected', 'Rejected', { page: 'inspector', path: ['rejected'] }),
  go('traits', 'Computed traits', { page: 'audiences', path: ['traits'] }),
  go('deletions', 'Deletion requests', { page: 'audiences', path: ['deletions'] }),
  go('snippets', 'Signatures: Snippets', { page: 'signatures', path: ['snippets'] }),
  go('certify', 'Signatures: Certify', { page: 'signatures', path: ['certify'] }),
  settings('appearance', 'Appearance'),
  settings('addresses', 'Addresses'),
  settings('delivery', 'Delivery'),
  settings('authorities', 'Trusted authorities'),
  settings('data', 'Data'),
  settings('configuration', 'Configuration, export and import'),
  settings('shortcuts', 'Keyboard shortcuts'),
  settings('about', 'About'),
  make('destination', 'Destinations', { page: 'destinations', path: ['new'] }),
  make('source', 'Sources', { page: 'sources', path: ['new'] }),
  make('receiver', 'Receivers', { page: 'receivers', path: ['new'] }),
  make('audience', 'Audiences', { page: 'audiences', path: ['audiences', 'new'] }),
  make('computed trait', 'Audiences', { page: 'audiences', path: ['traits', 'new'] }),
  make('deletion request', 'Audiences', { page: 'audiences', path: ['deletions', 'new'] }),
];
