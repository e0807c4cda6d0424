/** The registry's way to write a shortcut (`Mod+Shift+K`, `j`, `ArrowUp`) in Electron's. */

const modifiers: Record<string, string> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  Alt: 'Alt',
  Shift: 'Shift',
  Meta: 'Super',
};

const keys: Record<string, string> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Enter',
  Escape: 'Escape',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ' ': 'Space',
  '+': 'Plus',
};

/** Undefined where a menu cannot show it; the page handles the key all the same. */
export function acceleratorOf(shortcut: string | null): string | undefined {
  if (shortcut === null || shortcut === '') return undefined;
  const parts = shortcut.endsWith('+')
    ? [...shortcut.slice(0, -2).split('+'), '+']
    : shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const held = parts
    .slice(0, -1)
    .filter((part) => part !== '')
    .map((part) => modifiers[part]);
  const plain = /^[!-~]$/.test(key)
    ? key.toUpperCase()
    : /^F([1-9]|1\d|2[0-4])$/.test(key)
      ? key
      : undefined;
  const named = keys[key] ?? plain;
  if (named === undefined || held.includes(undefined)) return undefined;
  return [...held, named].join('+');
}
