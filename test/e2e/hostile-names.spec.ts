/** What users name is shown as it is, whatever characters it has (S21). */
import { connect, ingest } from './support/seed.ts';
import { smallScenario } from './support/small-scenario.ts';
import { enter, expect, openMenu, test } from './support/workbench.ts';

test('a name with direction marks does not reorder text, and shows the marks', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  const event = 'pay\u202etxt.exe\u2067\u0007 👩\u200d💻';
  await ingest(host, source.writeKey, { userId: 'u', event });
  await target.received(1);
  await enter(page, host, '#/deliveries');
  const row = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option').first();
  const name = row.getByText('pay‹U+202E›txt.exe‹U+2067›‹U+0007› 👩\u200d💻', { exact: true });
  await expect(name).toHaveCSS('unicode-bidi', 'isolate');
});

test('names of a scenario and its checks show direction marks, also in the image of its film', async ({
  page,
  host,
}) => {
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    prototype.fillText = function (text, ...rest) {
      (globalThis as { drawn?: Set<string> }).drawn ??= new Set();
      (globalThis as { drawn?: Set<string> }).drawn?.add(text);
      fillText.call(this, text, ...rest);
    };
  });
  const checks = String.raw`{ lost: 0, name: "none\u202etsol" }
  - { deliveries: 'event:"a§b"', count: 1, name: "four\u2067ruof" }`;
  const text = smallScenario(String.raw`"Film\u202egnp.exe"`, checks.replace('§', '\u202e'));
  await host.api('POST', '/scenarios', { file: 'marks.yaml', text });
  await enter(page, host, '#/rehearse/marks.yaml');
  const pane = page.getByRole('region', { name: 'Scenario', exact: true });
  await pane.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('heading', { name: /1 of \d checks failed/ })).toContainText(
    'Film‹U+202E›gnp.exe',
  );
  const result = page.getByRole('region', { name: 'Checks' });
  await expect(result).toContainText('Four‹U+2067›ruof');
  await expect(result).toContainText('None‹U+202E›tsol');
  // The failed check, the list of the others, and the first of them.
  for (const _ of Array(3)) await result.getByRole('button', { expanded: false }).first().click();
  const marks = /[\u202a-\u202e\u2066-\u2069]/;
  await expect(page.locator('body')).not.toContainText(marks);
  const image = page.waitForEvent('download');
  await pane.getByRole('button', { name: 'More actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Save film as image' }).click();
  await image;
  const drawn = await page.evaluate(() => [
    ...((globalThis as { drawn?: Set<string> }).drawn ?? []),
  ]);
  expect(drawn).toContain('Film‹U+202E›gnp.exe');
  expect(drawn.filter((one) => marks.test(one))).toEqual([]);
});
