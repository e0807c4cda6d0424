import { describe, expect, it } from 'vitest';
import type { SecretBox } from '#main/kit/ports.ts';
import { NewDestination } from '#shared/connections/destination.ts';
import { NewSource } from '#shared/connections/source.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { makeAuthority } from '#test/support/certificate.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const field = (path: readonly (string | number)[], sentence: string) => ({
  code: 'bad_request',
  issues: [{ path, message: expect.stringContaining(sentence) }],
});

describe('a name', () => {
  it.each([
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
    '\n',
    '\u001b',
    '\u2028',
  ])('may not have the character %j', (character) => {
    for (const schema of [NewSource, NewDestination]) {
      const { error } = schema.safeParse({ name: `pay${character}txt` });
      expect(error?.issues.some(({ path }) => path.join() === 'name')).toBe(true);
    }
  });

  it.each(['Überweisung', '支払い', 'تسديد', '👩\u200d💻', 'a\u00a0b'])('may be %s', (name) => {
    expect(NewSource.parse({ name }).name).toBe(name);
  });
});

describe('a source', () => {
  it('cannot have the name or the write key of another one', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    await expect(core.sources.create(NewSource.parse({ name: 'Web' }))).rejects.toMatchObject(
      field(['name'], '"Web" is already in use'),
    );
    const other = await core.sources.create(NewSource.parse({ name: 'Other' }));
    await expect(
      core.sources.update({ id: other.id, writeKey: source.writeKey }),
    ).rejects.toMatchObject(field(['writeKey'], '"Web"'));
    expect(core.sources.get({ id: other.id })).toEqual(other);
  });

  it('frees its name and key when deleted, and then cannot be restored if they are taken', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    await core.sources.remove({ id: source.id });
    await theSource(core);
    await expect(core.sources.restore({ id: source.id })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('returns not found when it does not exist or is deleted, and conflicts when restored twice', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const missing = { code: 'not_found' };
    await expect(core.sources.restore({ id: source.id })).rejects.toMatchObject(missing);
    await expect(core.sources.update({ id: 'src_x', name: 'X' })).rejects.toMatchObject(missing);
    await expect(core.destinations.restore({ id: 'dst_x' })).rejects.toMatchObject(missing);
    await core.sources.remove({ id: source.id });
    await expect(core.sources.remove({ id: source.id })).rejects.toMatchObject(missing);
    expect(() => core.sources.get({ id: source.id })).toThrow(expect.objectContaining(missing));
  });

  it('is reconnected to its destinations when restored', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const destination = await connect(core);
    await core.sources.remove({ id: source.id });
    expect(core.destinations.get({ id: destination.id }).sourceIds).toEqual([]);
    await core.sources.restore({ id: source.id });
    expect(core.destinations.get({ id: destination.id }).sourceIds).toEqual([source.id]);
  });
});

describe('a destination', () => {
  it('cannot have the name of another one, or unknown sources', async () => {
    const { core } = await startCore();
    await connect(core, { name: 'D' });
    await expect(connect(core, { name: 'D' })).rejects.toMatchObject(
      field(['name'], '"D" is already in use'),
    );
    await expect(connect(core, { sourceIds: ['src_x'] })).rejects.toMatchObject(
      field(['sourceIds', 0], 'src_x'),
    );
  });

  it('cannot get a sixth webhook by a change; the single URL counts', async () => {
    const { core } = await startCore();
    const urls = [1, 2, 3, 4, 5].map((number) => `http://127.0.0.1:9/${number}`);
    const destination = await connect(core, { urls });
    await expect(
      core.destinations.update({ id: destination.id, webhookUrl: 'http://127.0.0.1:9/6' }),
    ).rejects.toMatchObject(field(['webhooks'], 'at most 5 URLs; this one has 6'));
    const same = await core.destinations.update({ id: destination.id, webhookUrl: urls[4] });
    expect(same.webhookUrl).toBe(urls[4]);
  });

  it('keeps the fields that a change omits', async () => {
    const { core } = await startCore();
    const destination = await connect(core, { urls: ['http://127.0.0.1:9/'], sharedSecret: 's' });
    const changed = await core.destinations.update({ id: destination.id, enabled: false });
    expect({ ...changed, updatedAt: 0 }).toEqual({ ...destination, enabled: false, updatedAt: 0 });
  });

  it('waits, and is never sent unsigned, while its secret is unreadable', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    const first = await openCore({ dataFolder });
    const { id } = await connect(first.core, { urls: [target.url], sharedSecret: 'old' });
    await first.stop();

    const box = sealedElsewhere();
    const { core, followed } = await startCore({ dataFolder, secretBox: box });
    expect(core.destinations.get({ id }).problem).toMatchObject({ code: 'secret_unreadable' });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'paused');
    const renamed = await core.destinations.update({ id, name: 'Renamed' });
    expect(renamed.problem).toMatchObject({ code: 'secret_unreadable' });
    expect(target.connections).toBe(0);
    const fixed = await core.destinations.update({ id, sharedSecret: 'new' });
    expect(fixed).toMatchObject({ sharedSecret: 'new', problem: null });
    expect((await target.received(1)).header('x-signature')).toBeDefined();
    await followed.state(delivery.id, 'delivered');
  });
});

/** A keychain that can only open what it sealed. */
function sealedElsewhere(): SecretBox {
  const mark = 'sealed here: ';
  return {
    atRest: 'encrypted',
    seal: (secret) => Buffer.from(mark + secret),
    open: (sealed) => {
      const text = Buffer.from(sealed).toString();
      if (!text.startsWith(mark)) throw new Error('sealed elsewhere');
      return text.slice(mark.length);
    },
  };
}

describe('a certificate authority', () => {
  it('is named after its certificate, and shows its fingerprint', async () => {
    const { core } = await startCore();
    const authority = await core.certificateAuthorities.create({
      pem: makeAuthority('Corp Root').cert,
    });
    expect(authority).toMatchObject({
      name: 'Corp Root',
      subject: 'CN=Corp Root',
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
    expect(authority.validTo).toBeGreaterThan(Date.now());
    expect(core.certificateAuthorities.list()).toEqual([authority]);
  });

  it('is rejected when it is not one certificate, or already known', async () => {
    const { core } = await startCore();
    const { cert, key } = makeAuthority();
    const create = (pem: string) => expect(core.certificateAuthorities.create({ pem })).rejects;
    await create('hello').toMatchObject(field(['pem'], 'not a PEM certificate'));
    await create(key).toMatchObject(field(['pem'], 'not a PEM certificate'));
    await create(cert + makeAuthority('Second').cert).toMatchObject(
      field(['pem'], 'more than one'),
    );
    await core.certificateAuthorities.create({ pem: cert });
    await create(cert).toMatchObject(field(['pem'], 'already trusted'));
    expect(core.certificateAuthorities.list()).toHaveLength(1);
  });

  it('cannot be removed when it does not exist', async () => {
    const { core } = await startCore();
    await expect(core.certificateAuthorities.remove({ id: 'aut_x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
