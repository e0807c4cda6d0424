import { describe, expect, it } from 'vitest';
import type { SecretBox } from '#core/ports.ts';
import { NewSource } from '#shared/schemas/source.ts';
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

describe('a source', () => {
  it('cannot have the name or the write key of another', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    await expect(core.sources.create(NewSource.parse({ name: 'Web' }))).rejects.toMatchObject(
      field(['name'], '"Web" exists'),
    );
    const other = await core.sources.create(NewSource.parse({ name: 'Other' }));
    await expect(
      core.sources.update(other.id, { writeKey: source.writeKey }),
    ).rejects.toMatchObject(field(['writeKey'], '"Web"'));
    expect(core.sources.get(other.id)).toEqual(other);
  });

  it('that was deleted gives its name and key free, and then cannot come back', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    await core.sources.remove(source.id);
    await theSource(core);
    await expect(core.sources.restore(source.id)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('that does not exist is not found, deleted twice or restored unasked', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const missing = { code: 'not_found' };
    await expect(core.sources.restore(source.id)).rejects.toMatchObject(missing);
    await expect(core.sources.update('src_x', { name: 'X' })).rejects.toMatchObject(missing);
    await expect(core.destinations.restore('dst_x')).rejects.toMatchObject(missing);
    await core.sources.remove(source.id);
    await expect(core.sources.remove(source.id)).rejects.toMatchObject(missing);
    expect(() => core.sources.get(source.id)).toThrow(expect.objectContaining(missing));
  });

  it('that is restored is connected again to the destinations it was connected to', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const destination = await connect(core);
    await core.sources.remove(source.id);
    expect(core.destinations.get(destination.id).sourceIds).toEqual([]);
    await core.sources.restore(source.id);
    expect(core.destinations.get(destination.id).sourceIds).toEqual([source.id]);
  });
});

describe('a destination', () => {
  it('cannot have the name of another, or sources that do not exist', async () => {
    const { core } = await startCore();
    await connect(core, { name: 'D' });
    await expect(connect(core, { name: 'D' })).rejects.toMatchObject(field(['name'], '"D" exists'));
    await expect(connect(core, { sourceIds: ['src_x'] })).rejects.toMatchObject(
      field(['sourceIds', 0], 'src_x'),
    );
  });

  it('cannot get a sixth webhook by a change: the single URL counts', async () => {
    const { core } = await startCore();
    const urls = [1, 2, 3, 4, 5].map((number) => `http://127.0.0.1:9/${number}`);
    const destination = await connect(core, { urls });
    await expect(
      core.destinations.update(destination.id, { webhookUrl: 'http://127.0.0.1:9/6' }),
    ).rejects.toMatchObject(field(['webhooks'], 'at most 5 webhook URLs; there are 6'));
    const same = await core.destinations.update(destination.id, { webhookUrl: urls[4] });
    expect(same.webhookUrl).toBe(urls[4]);
  });

  it('keeps what a change does not name', async () => {
    const { core } = await startCore();
    const destination = await connect(core, { urls: ['http://127.0.0.1:9/'], sharedSecret: 's' });
    const changed = await core.destinations.update(destination.id, { enabled: false });
    expect({ ...changed, updatedAt: 0 }).toEqual({ ...destination, enabled: false, updatedAt: 0 });
  });

  it('whose secret was sealed by another user waits, never unsigned, until it is typed again', async () => {
    const dataFolder = temporaryFolder();
    const target = await startTarget();
    const first = await openCore({ dataFolder });
    const { id } = await connect(first.core, { urls: [target.url], sharedSecret: 'old' });
    await first.stop();

    const box = sealedElsewhere();
    const { core, followed } = await startCore({ dataFolder, secretBox: box });
    expect(core.destinations.get(id).problem).toEqual(expect.any(String));
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'paused');
    const renamed = await core.destinations.update(id, { name: 'Renamed' });
    expect(renamed.problem).toEqual(expect.any(String));
    expect(target.connections).toBe(0);
    const fixed = await core.destinations.update(id, { sharedSecret: 'new' });
    expect(fixed).toMatchObject({ sharedSecret: 'new', problem: null });
    expect((await target.received(1)).header('x-signature')).toBeDefined();
    await followed.state(delivery.id, 'delivered');
  });
});

/** A keychain that can open only what it sealed itself. */
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

describe('an authority', () => {
  it('is named by its certificate, and told with its fingerprint', async () => {
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

  it('is refused when it is no certificate, two of them, or known already', async () => {
    const { core } = await startCore();
    const { cert, key } = makeAuthority();
    const create = (pem: string) => expect(core.certificateAuthorities.create({ pem })).rejects;
    await create('hello').toMatchObject(field(['pem'], 'not a certificate'));
    await create(key).toMatchObject(field(['pem'], 'not a certificate'));
    await create(cert + makeAuthority('Second').cert).toMatchObject(
      field(['pem'], 'more than one'),
    );
    await core.certificateAuthorities.create({ pem: cert });
    await create(cert).toMatchObject(field(['pem'], 'trusted already'));
    expect(core.certificateAuthorities.list()).toHaveLength(1);
  });

  it('that does not exist cannot be removed', async () => {
    const { core } = await startCore();
    await expect(core.certificateAuthorities.remove('aut_x')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
