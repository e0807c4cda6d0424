/** Tokens as a canvas takes them: resolved for the theme, and again whenever it changes. */
import { type RefObject, useEffect, useState } from 'react';
import type { Tone } from './tone.ts';

const names = [
  'bg-1',
  'line',
  'fg-3',
  'fg-2',
  'accent',
  'ok',
  'wait',
  'bad',
  'ref',
  'info',
  'warn',
];

export type PlotColours = Readonly<Record<string, string>>;

/** What changes the look without anyone having chosen it here. */
const looks = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(resolution: 1dppx)'];

function resolveWithin(element: HTMLElement): PlotColours {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.hidden = true;
  element.append(probe);
  const colours = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return colours;
}

export const toneColour = (colours: PlotColours, tone: Tone): string =>
  colours[tone === 'neutral' ? 'fg-3' : tone] ?? 'currentColor';

/** Null until the element is there. */
export function usePlotColours(within: RefObject<HTMLElement | null>): PlotColours | null {
  const [colours, setColours] = useState<PlotColours | null>(null);
  useEffect(() => {
    const element = within.current;
    if (element === null) return;
    const look = (): void => setColours(resolveWithin(element));
    look();
    const theme = new MutationObserver(look);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const queries = looks.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', look);
    return () => {
      theme.disconnect();
      for (const query of queries) query.removeEventListener('change', look);
    };
  }, [within]);
  return colours;
}
