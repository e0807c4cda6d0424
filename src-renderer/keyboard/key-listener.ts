import { type Command, isEnabled, shortcutsOf, useCommandStore } from './commands.ts';
import { matchesShortcut, reachesSign, typesText } from './shortcut.ts';

/** Elements where letters are typed text or a widget's own search. */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]:not([data-shortcuts]), [role="dialog"]:not([data-shortcuts]), [role="combobox"]';

/** Enter, Space and arrows belong to a focused widget that handles them. */
const takesKeys =
  'button, a[href], summary, [role="tab"], [role="slider"], [role="separator"], [role="radio"], [role="switch"], [role="treeitem"]';
const widgetKeys = /^(Enter| |Arrow.*|Home|End|PageUp|PageDown)$/;

/** `data-shortcuts` may name the only section whose letter commands run inside: `Clock`. */
function isOfOtherSection(target: Element, { section }: Command): boolean {
  const only = target.closest('[data-shortcuts]')?.getAttribute('data-shortcuts');
  return Boolean(only) && only !== section;
}

function belongsToFocus(event: KeyboardEvent, command: Command, shortcut: string): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  const plain = (!event.ctrlKey && !event.metaKey && !event.altKey) || reachesSign(event);
  if (plain && (target.closest(takesLetters) || isOfOtherSection(target, command))) {
    return typesText(shortcut) || widgetKeys.test(event.key) || event.key === 'Backspace';
  }
  return plain && widgetKeys.test(event.key) && target.closest(takesKeys) !== null;
}

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = useCommandStore
    .getState()
    .commands.findLast(
      (command) =>
        shortcutsOf(command).some(
          (shortcut) =>
            matchesShortcut(event, shortcut) && !belongsToFocus(event, command, shortcut),
        ) && isEnabled(command),
    );
  if (!command) return;
  event.preventDefault();
  command.run();
}

/** Listens on the window; returns a function that stops it. */
export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}
