/** The property name that receivers get (D35). */
import { expect, it } from 'vitest';
import { makeAudience, makeTrait } from '#test/support/audiences.ts';
import { startCore } from '#test/support/start-core.ts';

it('the key is derived from the name and does not change with it', async () => {
  const { core } = await startCore();
  const { id, key } = await makeAudience(core, { name: 'Order Completed Last 30days' });
  expect(key).toBe('order_completed_last_30days');
  expect(await core.audiences.update({ id, name: 'Other' })).toMatchObject({ name: 'Other', key });
});

it('a name without a valid key is rejected until a key is entered', async () => {
  const { core } = await startCore();
  await expect(makeAudience(core, { name: '日本語' })).rejects.toMatchObject({
    message: expect.stringContaining('Enter a key'),
    issues: [{ path: ['key'] }],
  });
  expect(await makeAudience(core, { name: '日本語', key: 'japanese' })).toMatchObject({
    key: 'japanese',
  });
});

it('two names with the same key conflict, also between an audience and a computed trait', async () => {
  const { core } = await startCore();
  const { id } = await makeAudience(core, { name: 'VIP Users' });
  await expect(makeAudience(core, { name: 'vip-users' })).rejects.toThrow(
    'The key "vip_users" belongs to the audience "VIP Users"',
  );
  await expect(makeTrait(core, { name: 'VIP users' })).rejects.toThrow('belongs to the audience');
  await core.audiences.remove({ id });
  expect(await makeTrait(core, { name: 'VIP users' })).toMatchObject({ key: 'vip_users' });
});
