/** What must hold of every screen, whatever is on it. */
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

interface Violation {
  readonly rule: string;
  readonly nodes: readonly string[];
}

/** Guards beside an open popup: they take the focus only to hand it on, and so are never met. */
const neverMet = '[data-base-ui-focus-guard]';

const colorRules = ['color-contrast', 'link-in-text-block'];

/** Whether colors are looked at: comparing them is half of the work. */
type Colors = 'included' | 'left out' | 'only';

/** What axe finds serious or critical, with the elements it is about. */
async function seriousViolations(page: Page, colors: Colors): Promise<readonly Violation[]> {
  const isSuggesting = await page.locator('[role="combobox"][aria-expanded="true"]').count();
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ exclude, given }) => {
      const { violations } = await window.axe.run({ exclude }, given);
      return violations.map(({ impact, id, help, nodes }) => ({
        impact,
        rule: `${id}: ${help}`,
        nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
    },
    {
      exclude: [neverMet],
      given: {
        resultTypes: ['violations'],
        ...(colors === 'only'
          ? { runOnly: colorRules }
          : {
              rules: {
                // What is behind an open list of suggestions is hidden from readers; the focus only
                // gets there when the list closes.
                'aria-hidden-focus': { enabled: isSuggesting === 0 },
                ...Object.fromEntries(
                  colorRules.map((rule) => [rule, { enabled: colors === 'included' }]),
                ),
              },
            }),
      } satisfies RunOptions as RunOptions,
    },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ rule, nodes }) => ({ rule, nodes }));
}

/** Parts of the frame whose content is wider than they are. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    ['html', 'body', 'header', 'main', 'nav'].filter((part) =>
      [...document.querySelectorAll(part)].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    ),
  );
}

/**
 * Controls of which a part is cut off sideways, where no one can scroll to it. What finds no room
 * and is left out whole is meant so, and so are words that end in an ellipsis.
 */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = 'button, a[href], input, textarea, [role="tab"], [role="combobox"], header li';
    const tolerance = 2;
    const cutBy = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1) return false;
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, position, display } = getComputedStyle(box);
        if (overflowX === 'visible' || display === 'contents') continue;
        if (overflowX !== 'hidden' && overflowX !== 'clip') return false;
        if (textOverflow === 'ellipsis' || position === 'fixed') return false;
        const edge = box.getBoundingClientRect();
        if (right <= edge.left + tolerance || left >= edge.right - tolerance) return false;
        if (right > edge.right + tolerance || left < edge.left - tolerance) return true;
      }
      return false;
    };
    return (
      [...document.querySelectorAll(controls)]
        // A mark at the edge of a zoomed timeline comes in by a step of the arrow keys.
        .filter((element) => !element.matches('[data-mark]'))
        .filter(
          (element) => element.checkVisibility({ visibilityProperty: true }) && cutBy(element),
        )
        .map((element) => element.outerHTML.slice(0, 160))
    );
  });
}

/** Nothing is wider than the window, and no control is cut off. */
export async function expectRoom(page: Page, screen: string): Promise<void> {
  await atRest(page);
  expect.soft(await overflowing(page), `${screen}: wider than the window`).toEqual([]);
  expect.soft(await cutOff(page), `${screen}: cut off`).toEqual([]);
}

/** Colors in transition would be measured as neither. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** The accessibility rules that depend on colors. */
export async function expectReadable(page: Page, screen: string): Promise<void> {
  await atRest(page);
  expect.soft(await seriousViolations(page, 'only'), `${screen}: colors`).toEqual([]);
}

/** Light first, then dark, in which everything but the colors is the same. */
export async function expectGoodLooksInBothThemes(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectGoodLooks(page, `${screen}, light`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadable(page, `${screen}, dark`);
}

/** Softly, so that one run tells of all screens. */
export async function expectGoodLooks(
  page: Page,
  screen: string,
  colors: Colors = 'included',
): Promise<void> {
  await expectRoom(page, screen);
  expect.soft(await seriousViolations(page, colors), `${screen}: accessibility`).toEqual([]);
}
