/** All scenarios of the list, one after the other. */
import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { smallScenario } from './support/small-scenario.ts';
import { enter, expect, test } from './support/workbench.ts';

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your scenarios' }).getByRole('link', { name });
const summary = (page: Page) =>
  page.getByRole('navigation', { name: 'Library' }).getByRole('status');

test('all scenarios run in turn, and every row shows its verdict', async ({ page, host }) => {
  const create = (file: string, text: string) => host.api('POST', '/scenarios', { file, text });
  await create('a.yaml', smallScenario('Good', 'lost: 0'));
  await create('b.yaml', smallScenario('Bad', "{ requests: 'status<300', count: 1 }"));
  await create('c.yaml', smallScenario('Invalid', 'lost: 0').replace('[Shop]', '[Shpo]'));
  const cases = '\ncases: [{ name: one, variables: { n: 1 } }, { name: two, variables: { n: 2 } }]';
  await create(
    'd.yaml',
    smallScenario(`Cases${cases}`, `{ requests: 'status<300', count: '\${n}' }`).replace(
      'count: 3',
      'count: 2',
    ),
  );
  await enter(page, host, '#/rehearse');
  await expect(row(page, 'Invalid')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(summary(page)).toHaveText('2 passed · 2 failed · 1 not run');
  await expect(row(page, 'Good').getByText('passed', { exact: true })).toBeAttached();
  await expect(row(page, 'Bad').getByText('failed', { exact: true })).toBeAttached();
  await expect(row(page, 'Invalid')).toHaveAttribute('title', /Not run: Line 6/);
  await expect(row(page, 'Cases').getByText('failed', { exact: true })).toBeAttached();
  await expectGoodLooks(page, 'all scenarios after their runs');
});

test('a run of all is stopped: the current run ends, and none follows', async ({ page, host }) => {
  const slow = (name: string) =>
    smallScenario(name, 'lost: 0')
      .replace('scenario: 1', 'scenario: 1\nclock: { speed: 60 }')
      .replace('count: 3', 'count: 3, over: 4h');
  for (const file of ['a.yaml', 'b.yaml'])
    await host.api('POST', '/scenarios', { file, text: slow(file) });
  await enter(page, host, '#/rehearse/b.yaml');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(row(page, 'a.yaml').getByText('running')).toBeAttached();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect(summary(page)).toHaveText('1 inconclusive');
  await expect(page.getByRole('button', { name: 'Run all' })).toBeVisible();
  expect(await host.api('GET', '/scenario-runs?file=b.yaml')).toEqual([]);
});
