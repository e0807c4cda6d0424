import { type Command, isEnabled, shortcutsOf, useCommandStore } from './commands.ts';
import { matchesShortcut, typesSymbol, typesText } from './shortcut.ts';

/** Elements where letters type text or search within a widget. */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]:not([data-shortcuts]), [role="dialog"]:not([data-shortcuts]), [role="combobox"]';

/** Enter, Space and arrows belong to a focused widget that handles them. */
const takesKeys =
  'button, a[href], summary, [role="tab"], [role="slider"], [role="separator"], [role="radio"], [role="switch"], [role="treeitem"]';
const widgetKeys = /^(Enter| |Arrow.*|Home|End|PageUp|PageDown)$/;

/** `data-shortcuts` may name the only section whose letter commands run inside: `Clock`. */
function belongsToOtherSection(target: Element, { section }: Command): boolean {
  const onlySection = target.closest('[data-shortcuts]')?.getAttribute('data-shortcuts');
  return Boolean(onlySection) && onlySection !== section;
}

function belongsToFocus(event: KeyboardEvent, command: Command, shortcut: string): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  const isPlain = (!event.ctrlKey && !event.metaKey && !event.altKey) || typesSymbol(event);
  if (isPlain && (target.closest(takesLetters) || belongsToOtherSection(target, command))) {
    return typesText(shortcut) || widgetKeys.test(event.key) || event.key === 'Backspace';
  }
  return isPlain && widgetKeys.test(event.key) && target.closest(takesKeys) !== null;
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
