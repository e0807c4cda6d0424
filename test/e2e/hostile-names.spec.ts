/** What users name is shown as it is, whatever characters it has (S21). */
import { connect, ingest } from './support/seed.ts';
import { enter, expect, test } from './support/workbench.ts';

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
