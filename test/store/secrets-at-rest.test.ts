/** Secrets in the files of the data folder: sealed while in use, removed afterwards. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import type { SecretBox } from '#main/kit/ports.ts';
import { systemRandom } from '#main/kit/random.ts';
import { caFileIn, readCa } from '#main/settings/certificates/ca-file.ts';
import { createCertificateIssuer } from '#main/settings/certificates/development-ca.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { makeMock } from '#test/support/mock-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

/** Makes the text unreadable, like a keychain. */
const keychain: SecretBox = {
  atRest: 'encrypted',
  seal: (secret) => Buffer.from(secret).map((byte) => byte ^ 0x5a),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString(),
};

const filesWith = (dataFolder: string, text: string): readonly string[] =>
  readdirSync(dataFolder).filter((name) =>
    readFileSync(join(dataFolder, name), 'latin1').includes(text),
  );

/** Larger than a page of the file, and found by any part of it. */
const longOf = (mark: string): string => mark.repeat(600);

it('changed or deleted secrets are in no file after a stop', async () => {
  const { core, dataFolder, stop } = await openCore({ dataFolder: temporaryFolder() });
  const url = 'https://hooks.example.com/a';
  const add = (name: string, mark: string) =>
    connect(core, {
      name,
      sharedSecret: `${mark}-shared`,
      webhooks: [{ url, headers: { Authorization: longOf(mark) } }],
    });
  for (let number = 0; number < 30; number += 1) await add(`Filler ${number}`, 'kept-mark');
  const changed = await add('Changed', 'changed-mark');
  const deleted = await add('Deleted', 'deleted-mark');
  const mock = await makeMock(core, { name: 'r', secret: 'mock-mark' });
  const sharedSecret = 'another';
  const webhooks = [{ url, headers: { Authorization: 'another' } }];
  await core.destinations.update({ id: changed.id, sharedSecret, webhooks });
  await core.destinations.remove({ id: deleted.id });
  await core.mocks.remove({ id: mock.id });
  await stop();
  expect(filesWith(dataFolder, 'kept-mark')).toEqual([databaseName]);
  for (const mark of ['changed-mark', 'deleted-mark', 'mock-mark'])
    expect(filesWith(dataFolder, mark), mark).toEqual([]);
});

it('a destination restored after a stop requires its secret', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const urls = ['https://hooks.example.com/'];
  const { id } = await connect(first.core, { sharedSecret: 's3cret', urls });
  await first.core.destinations.remove({ id });
  expect((await first.core.destinations.restore({ id })).sharedSecret).toBe('s3cret');
  await first.core.destinations.remove({ id });
  await first.stop();
  const { core } = await startCore({ dataFolder });
  const restored = await core.destinations.restore({ id });
  expect(restored).toMatchObject({ sharedSecret: '', problem: { code: 'secret_unreadable' } });
  const again = await core.destinations.update({ id, sharedSecret: 'typed' });
  expect(again.problem).toBeNull();
});

it('webhook headers are sealed, sent, kept by other changes, and found by a filter', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder, secretBox: keychain });
  const target = await startTarget();
  const webhooks = [{ url: target.url, headers: { 'X-Api-Key': 'header-mark' } }];
  const { id } = await connect(first.core, { webhooks });
  await first.core.destinations.update({ id, name: 'Renamed' });
  await first.stop();
  expect(filesWith(dataFolder, 'header-mark')).toEqual([]);

  const { core, followed } = await startCore({ dataFolder, secretBox: keychain });
  expect(core.destinations.get({ id })).toMatchObject({ webhooks, problem: null });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  expect(target.requests[0]?.headers).toContainEqual(['X-Api-Key', 'header-mark']);
  const filter = 'header[x-api-key]:header-mark';
  const { items } = await core.deliveries.list({ limit: 5, filter });
  expect(items).toMatchObject([{ id: delivery.id }]);
});

it('secrets stored without a keychain are sealed once there is one', async () => {
  const isPlain = (sealed: Uint8Array) => sealed[0] === 0;
  const withKeychain: SecretBox = {
    atRest: 'encrypted',
    seal: (secret) => Buffer.concat([Buffer.of(1), keychain.seal(secret)]),
    open: (sealed) =>
      isPlain(sealed) ? plainSecretBox.open(sealed) : keychain.open(sealed.subarray(1)),
    isPlain,
  };
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder, secretBox: plainSecretBox });
  const webhooks = [{ url: 'https://hooks.example.com/', headers: { A: longOf('header-mark') } }];
  const { id } = await connect(first.core, { sharedSecret: 'shared-mark', webhooks });
  const mock = await makeMock(first.core, { name: 'r', secret: 'mock-mark' });
  await createCertificateIssuer(dataFolder, plainSecretBox, systemRandom).issuingPair();
  const ca = readCa(caFileIn(dataFolder), plainSecretBox);
  if (ca === undefined || ca === 'damaged' || ca.privateKey === null) expect.fail();
  const { privateKey } = ca;
  await first.stop();
  const marks = ['header-mark', 'shared-mark', 'mock-mark'];
  const keyInFile = () => readFileSync(caFileIn(dataFolder), 'utf8');
  const sealedPlain = Buffer.from(plainSecretBox.seal(privateKey)).toString('base64');
  for (const mark of marks) expect(filesWith(dataFolder, mark), mark).not.toEqual([]);
  expect(keyInFile()).toContain(sealedPlain);

  const second = await openCore({ dataFolder, secretBox: withKeychain });
  await second.stop();
  for (const mark of marks) expect(filesWith(dataFolder, mark), mark).toEqual([]);
  expect(keyInFile()).not.toContain(sealedPlain);
  expect(readCa(caFileIn(dataFolder), withKeychain)).toMatchObject({ privateKey });
  const { core } = await startCore({ dataFolder, secretBox: withKeychain });
  expect(core.destinations.get({ id })).toMatchObject({ sharedSecret: 'shared-mark', webhooks });
  expect(core.mocks.get({ id: mock.id }).secret).toBe('mock-mark');
});
