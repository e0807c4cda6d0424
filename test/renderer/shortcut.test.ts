import { describe, expect, it } from 'vitest';
import {
  matchesShortcut,
  shortcutParts,
  spokenShortcut,
  typesText,
} from '#renderer/kit/keyboard/shortcut.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
  code = '',
  isAltGraph = false,
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: (name: string) => name === 'AltGraph' && isAltGraph,
  ...held,
});

describe('a shortcut', () => {
  it('is written in the style of each platform', () => {
    expect(shortcutParts('Mod+K', true)).toEqual(['Command', 'K']);
    expect(shortcutParts('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(shortcutParts('j', false)).toEqual(['j']);
    expect(shortcutParts('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(shortcutParts('g d', false)).toEqual(['g', 'd']);
    expect(shortcutParts(' ', false)).toEqual(['Space']);
  });

  it('follows the format of aria-keyshortcuts', () => {
    expect(spokenShortcut('Mod+K', true)).toBe('Meta+K');
    expect(spokenShortcut('Mod+K', false)).toBe('Control+K');
  });

  it('uses Command for Mod on a Mac and Control elsewhere', () => {
    expect(matchesShortcut(press('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
    expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
    expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
  });

  it('does not match the same key with another modifier', () => {
    expect(matchesShortcut(press('j', { ctrlKey: true }), 'j', false)).toBe(false);
    expect(matchesShortcut(press('R', { shiftKey: true }), 'r', false)).toBe(false);
  });

  it('matches a character on any keyboard layout', () => {
    expect(matchesShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchesShortcut(press('?'), '?', false)).toBe(true);
  });

  it('matches a character typed with AltGr on Windows or Option on a Mac', () => {
    const withCtrlAndAlt = { ctrlKey: true, altKey: true };
    expect(matchesShortcut(press('[', withCtrlAndAlt, '', true), '[', false)).toBe(true);
    expect(matchesShortcut(press('[', {}, '', true), '[', false)).toBe(true);
    expect(matchesShortcut(press('[', { altKey: true }), '[', true)).toBe(true);
    expect(matchesShortcut(press('[', withCtrlAndAlt), '[', false)).toBe(false);
    expect(matchesShortcut(press('j', withCtrlAndAlt, '', true), 'j', false)).toBe(false);
    expect(matchesShortcut(press('j', { altKey: true }), 'j', true)).toBe(false);
  });

  it('uses the key position on keyboards without Latin letters', () => {
    expect(matchesShortcut(press('л', { ctrlKey: true }, 'KeyK'), 'Mod+K', false)).toBe(true);
  });

  it('detects which of them would enter text', () => {
    expect(['j', '?', 'Shift+A'].every(typesText)).toBe(true);
    expect(['Mod+J', 'Escape', 'F5'].some(typesText)).toBe(false);
  });
});
