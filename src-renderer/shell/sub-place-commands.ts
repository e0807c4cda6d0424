/** What stands a step inside of a place, and what can be made there: within reach of the palette. */
import type { Command } from '#renderer/keyboard/command-store.ts';
import { navigate, type RouteTo } from '#renderer/stores/route-store.ts';

const go = (id: string, title: string, to: RouteTo): Command => ({
  id: `go.${id}`,
  title: `Go to ${title}`,
  section: 'Go',
  run: () => navigate(to),
});

const settings = (id: string, title: string): Command =>
  go(`settings.${id}`, `Settings: ${title}`, { place: 'settings', path: [id] });

/** Of the same id as the place's own command, which has the shortcut there. */
const make = (noun: string, section: string, to: RouteTo): Command => ({
  id: `${noun}.new`,
  title: `New ${noun}`,
  section,
  run: () => navigate(to),
});

export const subPlaceCommands: readonly Command[] = [
  go('messages', 'Messages', { place: 'inspector', path: ['messages'] }),
  go('rejected', 'Rejected', { place: 'inspector', path: ['rejected'] }),
  go('traits', 'Computed traits', { place: 'audiences', path: ['traits'] }),
  go('deletions', 'Deletion requests', { place: 'audiences', path: ['deletions'] }),
  go('snippets', 'Signatures: Snippets', { place: 'signatures', path: ['snippets'] }),
  go('certify', 'Signatures: Certify', { place: 'signatures', path: ['certify'] }),
  settings('appearance', 'Appearance'),
  settings('addresses', 'Addresses'),
  settings('delivery', 'Delivery'),
  settings('authorities', 'Trusted authorities'),
  settings('data', 'Data'),
  settings('configuration', 'Configuration, export and import'),
  settings('shortcuts', 'Keyboard shortcuts'),
  settings('about', 'About'),
  make('destination', 'Destinations', { place: 'destinations', path: ['new'] }),
  make('source', 'Sources', { place: 'sources', path: ['new'] }),
  make('receiver', 'Receivers', { place: 'receivers', path: ['new'] }),
  make('audience', 'Audiences', { place: 'audiences', path: ['audiences', 'new'] }),
  make('computed trait', 'Audiences', { place: 'audiences', path: ['traits', 'new'] }),
  make('deletion request', 'Audiences', { place: 'audiences', path: ['deletions', 'new'] }),
];
