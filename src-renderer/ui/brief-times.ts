/**
 * How long something is shown or awaited for a moment only, in milliseconds. No other timer has one of
 * these delays, so that browser tests can hold them.
 */
export const briefMs = {
  /** After the first of two keys: a stray `g` doesn't block the next shortcut. */
  secondKey: 1_200,
  /** Long enough to be noticed, short enough not to read as the button's name. */
  copied: 1_600,
  news: 6_000,
  /** Undo needs more time than plain news. */
  undo: 12_000,
  alert: 12_000,
  result: 8_000,
} as const;
