/**
 * Shortcuts as text, such as `Mod+K`, `j` or `?`. `Mod` is Command on a Mac and Control elsewhere.
 */

import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Whether keys that type a character are shortcuts. Speech input and slips press them unintentionally. */
export const useSingleLetterShortcuts = create(
  persist((): { readonly isOn: boolean } => ({ isOn: true }), {
    name: 'hookwright.single-letter-shortcuts',
  }),
);

type Modifier = 'Mod' | 'Ctrl' | 'Alt' | 'Shift' | 'Meta';

interface ParsedShortcut {
  modifiers: ReadonlySet<Modifier>;
  key: string;
}

const macNames: Partial<Record<Modifier, string>> = {
  Mod: 'Command',
  Meta: 'Command',
  Ctrl: 'Control',
  Alt: 'Option',
};

const keyNames: Record<string, string> = { Escape: 'Esc', ' ': 'Space' };

const spokenNames: Record<string, string> = { Mod: 'Control', Ctrl: 'Control', Meta: 'Meta' };

export function isApplePlatform(): boolean {
  return /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
}

function parseShortcut(shortcut: string): ParsedShortcut {
  // The plus key is written `Mod++`, so an empty last part stands for it.
  const parts = shortcut.split('+');
  const key = parts.at(-1) === '' ? '+' : (parts.at(-1) ?? '');
  const modifiers = new Set(parts.slice(0, -1).filter((part) => part !== '') as Modifier[]);
  return { modifiers, key };
}

/** Key caps: `['Command', 'K']` on a Mac, `['Ctrl', 'K']` elsewhere; `['g', 'd']` for keys in turn. */
export const shortcutParts = (shortcut: string, isApple: boolean = isApplePlatform()): string[] =>
  (shortcut === ' ' ? [shortcut] : shortcut.split(' ')).flatMap((press) => capsOf(press, isApple));

function capsOf(shortcut: string, isApple: boolean): string[] {
  const { modifiers, key } = parseShortcut(shortcut);
  const names = [...modifiers].map((modifier) =>
    isApple ? (macNames[modifier] ?? modifier) : modifier === 'Mod' ? 'Ctrl' : modifier,
  );
  const keyLabel =
    keyNames[key] ?? (modifiers.size > 0 && key.length === 1 ? key.toUpperCase() : key);
  return [...names, keyLabel];
}

/** False for `j`, `?` or `g d` while such shortcuts are off. */
export function isUsableShortcut(shortcut: string): boolean {
  const [firstKey = ''] = shortcut.split(' ');
  return useSingleLetterShortcuts.getState().isOn || !typesText(firstKey);
}

/** The value of `aria-keyshortcuts`; undefined without a usable shortcut. */
export function useSpokenShortcut(shortcut: string | undefined): string | undefined {
  useSingleLetterShortcuts();
  return shortcut !== undefined && isUsableShortcut(shortcut)
    ? spokenShortcut(shortcut)
    : undefined;
}

/** Format of `aria-keyshortcuts`. */
export function spokenShortcut(shortcut: string, isApple: boolean = isApplePlatform()): string {
  const { modifiers, key } = parseShortcut(shortcut);
  const names = [...modifiers].map((modifier) =>
    modifier === 'Mod' && isApple ? 'Meta' : (spokenNames[modifier] ?? modifier),
  );
  return [...names, key === '+' ? 'plus' : key].join('+');
}

/** True if the shortcut would type a character into a text field. */
export function typesText(shortcut: string): boolean {
  const { modifiers, key } = parseShortcut(shortcut);
  return key.length === 1 && ![...modifiers].some((modifier) => modifier !== 'Shift');
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/**
 * Whether modifiers only produce the character, such as `[` on a German keyboard: AltGr, which
 * Windows reports as Ctrl and Alt, or Option on a Mac.
 */
export function typesSymbol(event: KeyPress, isApple: boolean = isApplePlatform()): boolean {
  const isSign = event.key.length === 1 && !/[a-z0-9\s]/i.test(event.key);
  const isOption = isApple && event.altKey && !event.ctrlKey && !event.metaKey;
  return isSign && (isOption || event.getModifierState('AltGraph'));
}

function isSameKey(event: KeyPress, key: string): boolean {
  if (key.length > 1) return event.key === key;
  if (event.key.toLowerCase() === key.toLowerCase()) return true;
  // For keyboards without Latin letters, the key's position decides.
  const isLatin = event.key.charCodeAt(0) < 128;
  return !isLatin && event.code === `Key${key.toUpperCase()}`;
}

export function matchesShortcut(
  event: KeyPress,
  shortcut: string,
  isApple: boolean = isApplePlatform(),
): boolean {
  if (!isUsableShortcut(shortcut)) return false;
  const { modifiers, key } = parseShortcut(shortcut);
  const wantsMeta = modifiers.has('Meta') || (isApple && modifiers.has('Mod'));
  const wantsCtrl = modifiers.has('Ctrl') || (!isApple && modifiers.has('Mod'));
  const isSymbol = typesSymbol(event, isApple);
  if (event.metaKey !== wantsMeta) return false;
  if ((event.ctrlKey && !isSymbol) !== wantsCtrl) return false;
  if ((event.altKey && !isSymbol) !== modifiers.has('Alt')) return false;
  // `?` needs Shift on some keyboards and not on others.
  const shiftMatters = key.length > 1 || /[a-z0-9]/i.test(key);
  if (shiftMatters && event.shiftKey !== modifiers.has('Shift')) return false;
  return isSameKey(event, key);
}
