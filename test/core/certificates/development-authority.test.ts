/** The app's own authority: made once, kept, and never replaced behind the user's back. */
import { expect, it } from 'vitest';
import type { SecretBox } from '#core/ports.ts';
import { plainBox } from '#test/support/core-options.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The keychain of another user. */
const foreignBox: SecretBox = {
  ...plainBox,
  open() {
    throw new Error('It was sealed by somebody else.');
  },
};

const sentence = 'The key of the development authority was stored by another user or program';

it('is made at first use, once, and is the same after a restart', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const { certificates } = first.core;
  const [one, other] = await Promise.all([certificates.authority(), certificates.authority()]);
  expect(other).toEqual(one);
  await first.stop();
  const second = await startCore({ dataFolder });
  expect(await second.core.certificates.authority()).toEqual(one);
});

it('whose key cannot be read here is kept and shown, and issues nothing', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  await first.core.settings.update({ ingestHttps: true });
  const made = await first.core.certificates.authority();
  await first.stop();

  const other = await openCore({ dataFolder, secretBox: foreignBox });
  expect(other.core.system.get()).toMatchObject({
    ingestHttpsUrl: null,
    ingestHttpsNotice: expect.stringContaining(sentence),
  });
  expect(await other.core.certificates.authority()).toEqual(made);
  // It is in the way of nothing else.
  await other.core.settings.update({ webhookConcurrency: 8 });
  await other.core.settings.update({ ingestHttps: false });
  expect(other.core.system.get().ingestHttpsNotice).toBeNull();
  await expect(other.core.settings.update({ ingestHttps: true })).rejects.toThrow(sentence);
  expect(other.core.settings.get().ingestHttps).toBe(false);
  await other.stop();

  const again = await startCore({ dataFolder });
  expect(await again.core.certificates.authority()).toEqual(made);
  await again.core.settings.update({ ingestHttps: true });
  expect(again.core.system.get().ingestHttpsUrl).toMatch(/^https:/);
});
