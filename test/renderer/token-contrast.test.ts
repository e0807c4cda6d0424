import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../src-renderer/styles/tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';

function channels(token: string, theme: Theme): [number, number, number] {
  const pattern = new RegExp(`--${token}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\);`);
  const found = pattern.exec(css);
  if (!found) throw new Error(`tokens.css has no --${token}`);
  const [l = 0, c = 0, h = 0] = (found[theme === 'light' ? 1 : 2] ?? '')
    .replace('%', '')
    .split(' ')
    .map(Number);
  return [l / 100, c, (h * Math.PI) / 180];
}

/** Linear-light sRGB by Björn Ottosson's matrices, clipped to the gamut as a screen would. */
function linearRgb([l, c, h]: [number, number, number]): [number, number, number] {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    clip(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    clip(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ];
}

function contrast(text: string, background: string, theme: Theme): number {
  const luminance = (token: string) => {
    const [r, g, b] = linearRgb(channels(token, theme));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [darker = 0, lighter = 0] = [luminance(text), luminance(background)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['bg-0', 'bg-1', 'bg-2', 'bg-3', 'accent-bg'];
const states = ['ok', 'wait', 'bad', 'ref', 'info', 'warn'];

const textPairs = [
  ...['fg', 'fg-2', 'fg-3', 'accent', ...states].flatMap((text) =>
    surfaces.map((surface) => [text, surface] as const),
  ),
  ...states.flatMap((state) => [[state, `${state}-bg`] as const, ['fg', `${state}-bg`] as const]),
  ...states.map((state) => ['fg-2', `${state}-bg`] as const),
  ...['key', 'string', 'number', 'literal', 'keyword'].flatMap((kind) =>
    surfaces.map((surface) => [`code-${kind}`, surface] as const),
  ),
  ['accent-fg', 'accent'] as const,
  ['accent-fg', 'accent-2'] as const,
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(textPairs)('makes %s readable on %s (WCAG AA, 4.5:1)', (text, background) => {
    expect(contrast(text, background, theme)).toBeGreaterThanOrEqual(4.5);
  });
});
