/** What must hold of every screen, whatever is on it. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Violation {
  readonly rule: string;
  readonly nodes: readonly string[];
}

/** What axe finds serious or critical, with the elements it is about. */
async function seriousViolations(page: Page): Promise<readonly Violation[]> {
  const isSuggesting = await page.locator('[role="combobox"][aria-expanded="true"]').count();
  const { violations } = await new AxeBuilder({ page })
    // There are no frames: the mode without them needs no second page.
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations'],
      // What is behind an open list of suggestions is hidden from readers; the focus only gets there
      // when the list closes.
      rules: { 'aria-hidden-focus': { enabled: isSuggesting === 0 } },
    })
    // Guards beside an open popup: they take the focus only to hand it on, and so are never met.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
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

/** Colours on their way from one to another would be measured as neither. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Softly, so that one run tells of all screens. */
export async function expectGoodLooks(page: Page, screen: string): Promise<void> {
  await atRest(page);
  expect.soft(await overflowing(page), `${screen}: wider than the window`).toEqual([]);
  expect.soft(await seriousViolations(page), `${screen}: accessibility`).toEqual([]);
}
