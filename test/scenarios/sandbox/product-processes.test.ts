/** Which runs share a process of the product. */
import { expect, it } from 'vitest';
import { createProductProcesses } from '#main/hosts/sandbox/product.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { runText } from '#test/support/run-scenario.ts';

const text = (more = '') => `
scenario: 1
name: Shared process
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - { id: orders, send: { source: Shop, count: 2, over: 1m, message: { type: track, userId: u1, event: Paid } } }
${more}
then:
  - lost: 0
`;

it('a process is used again after a run that ended, with the same history as a new one', async () => {
  let starts = 0;
  const products = createProductProcesses((...args) => {
    starts += 1;
    return forkBuilt(...args);
  });
  const first = await runText(text(), { products });
  const second = await runText(text(), { products });
  expect(first.report.verdict).toBe('passed');
  expect(second.events).toEqual(first.events);
  expect(starts).toBe(1);

  // The one that was killed is not used again.
  await runText(text('  - { crash: { down: 10s } }'), { products });
  expect(starts).toBe(2);
  // Its messages are in flight when the run ends early.
  await runText(text(), { products, limitMs: 0 });
  await runText(text(), { products });
  expect(starts).toBe(3);
  products.close();
});

it('a process that is being closed is not used again', async () => {
  const products = createProductProcesses(forkBuilt);
  await runText(text(), { products });
  products.close();
  const { report } = await runText(text(), { products }).finally(products.close);
  expect(report.inconclusive).toEqual([]);
});
