/** Sources, destinations, certificate authorities and the configuration. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NewSavedFilter } from '#shared/filter/saved-filter.ts';
import { makeAuthority } from '#test/support/certificate.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

let count = 0;
const newName = (): string => {
  count += 1;
  return `Thing ${count}`;
};

export function describeSetup(open: () => Connected): void {
  describe('sources', () => {
    it('are created, listed, read, changed, deleted and restored', async () => {
      const { sources } = open().client;
      const created = await sources.create({ name: newName() });
      expect(created).toMatchObject({ enabled: true, writeKey: expect.stringMatching(/^\w{32}$/) });
      expect(await sources.list()).toContainEqual(created);
      expect(await sources.get({ id: created.id })).toEqual(created);
      const changed = await sources.update({ id: created.id, enabled: false });
      expect(changed).toMatchObject({ ...created, enabled: false, updatedAt: expect.any(Number) });
      expect(await sources.usage({ id: created.id })).toMatchObject({ total: 0 });
      expect(await sources.recentUsage()).toContainEqual({
        sourceId: created.id,
        total: 0,
        hours: [],
      });
      expect(await sources.remove({ id: created.id })).toBeUndefined();
      await expectError(sources.get({ id: created.id }), 'not_found', 'Source not found');
      expect(await sources.restore({ id: created.id })).toMatchObject({ name: created.name });
    });

    it('are rejected with the name of the invalid field', async () => {
      const { sources } = open().client;
      const { name } = await sources.create({ name: newName() });
      await expectFieldError(sources.create({ name }), ['name'], 'already in use');
      await expectFieldError(sources.create({ name: '' }), ['name'], 'Name is empty');
      await expectFieldError(
        sources.create({ name: newName(), writeKey: 'a b' }),
        ['writeKey'],
        'Write key must be',
      );
      await expectError(sources.update({ id: 'src_x', name }), 'not_found', 'Source not found');
      await expectError(sources.remove({ id: 'src_x' }), 'not_found', 'Source not found');
      await expectError(sources.restore({ id: 'src_x' }), 'not_found', 'Deleted source not found');
    });
  });

  describe('destinations', () => {
    it('are created, listed, read, changed, deleted and restored', async () => {
      const { destinations } = open().client;
      const webhooks = [{ url: 'http://127.0.0.1:9/x', headers: { 'X-A': '1' } }];
      const created = await destinations.create({ name: newName(), webhooks, sharedSecret: ' é ' });
      expect(created).toMatchObject({
        webhooks,
        sharedSecret: ' é ',
        fanOut: 'any',
        problem: null,
      });
      expect(await destinations.list()).toContainEqual(created);
      expect(await destinations.get({ id: created.id })).toEqual(created);
      const changed = await destinations.update({ id: created.id, enabled: false, fanOut: 'each' });
      expect(changed).toMatchObject({ enabled: false, fanOut: 'each', webhooks });
      expect(await destinations.remove({ id: created.id })).toBeUndefined();
      await expectError(destinations.get({ id: created.id }), 'not_found', 'Destination not found');
      expect(await destinations.restore({ id: created.id })).toMatchObject({ webhooks });
    });

    it('are connected again to a source that is restored, also if they were changed', async () => {
      const { sources, destinations } = open().client;
      const [kept, removed] = [
        await sources.create({ name: newName() }),
        await sources.create({ name: newName() }),
      ];
      const sourceIds = [kept.id, removed.id].toSorted();
      const { id } = await destinations.create({ name: newName(), sourceIds });
      await sources.remove({ id: removed.id });
      expect(await destinations.update({ id, enabled: false })).toMatchObject({
        sourceIds: [kept.id],
      });
      await sources.restore({ id: removed.id });
      expect(await destinations.get({ id })).toMatchObject({ sourceIds });
      expect(await destinations.update({ id, sourceIds: [kept.id] })).toMatchObject({
        sourceIds: [kept.id],
      });
    });

    it('preview the request of unsaved settings, signed as their profile does', async () => {
      const { destinations } = open().client;
      const webhook = { url: 'http://127.0.0.1:9/x', headers: { 'X-A': '1' } };
      const settings = { webhook, payloadShape: 'documented', sharedSecret: 's' } as const;
      const { url, headers, bodyText } = await destinations.preview({
        ...settings,
        profile: 'segment-classic',
      });
      expect(url).toBe(webhook.url);
      const digest = createHmac('sha1', 's').update(bodyText).digest('hex');
      expect(headers).toContainEqual(['X-Signature', digest]);
      expect(headers).toContainEqual(['X-A', '1']);
      const standard = { ...settings, profile: 'standard-webhooks' };
      await expectFieldError(destinations.preview(standard), ['sharedSecret'], 'Base64');
      const { headers: signed } = await destinations.preview({
        ...standard,
        sharedSecret: `whsec_${'A'.repeat(32)}`,
      });
      expect(signed.map(([name]) => name)).toContain('webhook-signature');
    });

    it('follow a profile, and name the field of a wrong one', async () => {
      const { destinations } = open().client;
      const { profile } = await destinations.create({ name: newName(), profile: 'rudderstack' });
      expect(profile).toBe('rudderstack');
      await expectFieldError(
        destinations.create({ name: newName(), profile: 'acme' }),
        ['profile'],
        'rudderstack',
      );
    });

    it('are rejected with the name of the invalid field, at any depth', async () => {
      const { destinations } = open().client;
      const create = (more: object) => destinations.create({ name: newName(), ...more });
      await expectFieldError(
        create({ webhooks: [{ url: 'http://x' }, { url: 'example.com' }] }),
        ['webhooks', 1, 'url'],
        'http:// or https://',
      );
      await expectFieldError(
        create({ webhooks: [{ url: 'http://x', headers: { Host: 'y' } }] }),
        ['webhooks', 0, 'headers', 'Host'],
        'is set automatically',
      );
      for (const [webhookUrl, named] of [
        ['http://x/\x1b[201~', 'U+001B'],
        [null as unknown as string, '""'],
      ] as const)
        await expectFieldError(create({ webhookUrl }), ['webhookUrl'], named);
      await expectFieldError(
        create({ retry: { baseMs: 10, capMs: 5, jitter: 0, windowMs: 0 } }),
        ['retry', 'capMs'],
        'must not be shorter',
      );
      await expectFieldError(create({ sourceIds: ['src_x'] }), ['sourceIds', 0], 'src_x');
      const { id } = await create({});
      const webhooks = [1, 2, 3, 4, 5, 6].map((n) => ({ url: `http://x/${n}`, headers: {} }));
      await expectFieldError(destinations.update({ id, webhooks }), ['webhooks'], 'at most 5');
      await expectError(destinations.update({ id: 'dst_x' }), 'not_found', 'Destination not found');
      await expectError(destinations.remove({ id: 'dst_x' }), 'not_found', 'Destination not found');
      await expectError(destinations.restore({ id: 'dst_x' }), 'not_found', 'Deleted');
    });
  });

  describe('certificate authorities', () => {
    it('are added, listed and removed', async () => {
      const { certificateAuthorities: authorities } = open().client;
      const created = await authorities.create({ pem: makeAuthority('Corp Root').cert });
      expect(created).toMatchObject({ name: 'Corp Root' });
      expect(await authorities.list()).toEqual([created]);
      await expectFieldError(authorities.create({ pem: 'x' }), ['pem'], 'not a PEM certificate');
      expect(await authorities.remove({ id: created.id })).toBeUndefined();
      await expectError(
        authorities.remove({ id: created.id }),
        'not_found',
        'Certificate authority not found',
      );
    });
  });

  describe('saved filters', () => {
    it('are saved in canonical form, changed, listed and removed', async () => {
      const { savedFilters } = open().client;
      const name = newName();
      const created = await savedFilters.create({ name, filter: 'STATE:waiting  AND status:500' });
      expect(created).toMatchObject({ name, filter: 'state:waiting status=500' });
      expect(await savedFilters.list()).toContainEqual(created);
      const changed = await savedFilters.update({ id: created.id, filter: 'age<1h' });
      expect(changed).toEqual({ ...created, filter: 'age<1h' });
      expect(await savedFilters.remove({ id: created.id })).toBeUndefined();
      expect(await savedFilters.list()).toEqual([]);
      await expectError(
        savedFilters.remove({ id: created.id }),
        'not_found',
        'Saved filter not found',
      );
    });

    it('are rejected without a unique name, or without a filter', async () => {
      const { client, started } = open();
      const { savedFilters } = client;
      const { id, name } = await savedFilters.create({ name: newName(), filter: 'a' });
      await expectFieldError(
        savedFilters.create({ name, filter: 'b' }),
        ['name'],
        'already in use',
      );
      await expectFieldError(
        savedFilters.create({ name: newName(), filter: ' ' }),
        ['filter'],
        'is empty',
      );
      await expectFieldError(savedFilters.update({ id, filter: 'a)' }), ['filter'], 'Character 2');
      for (let count = 1; count < 50; count += 1)
        await started.core.savedFilters.create(
          NewSavedFilter.parse({ name: newName(), filter: 'a' }),
        );
      await expectError(
        savedFilters.create({ name: newName(), filter: 'a' }),
        'conflict',
        'Delete one first',
      );
      expect(await savedFilters.update({ id, name: newName() })).toMatchObject({ filter: 'a' });
    });
  });

  describe('the configuration', () => {
    it('is applied, and exported with secrets only on request', async () => {
      const { configuration } = open().client;
      const name = newName();
      const wanted = {
        sources: [{ name }],
        destinations: [{ name, sharedSecret: 'hidden', sources: [name] }],
      };
      expect(await configuration.apply(wanted)).toEqual({
        created: [`source ${name}`, `destination ${name}`],
        updated: [],
        unchanged: [],
        omitted: [],
      });
      const ours = (exported: Awaited<ReturnType<typeof configuration.get>>) =>
        exported.destinations.find((destination) => destination.name === name);
      expect(ours(await configuration.get({ secrets: true }))?.sharedSecret).toBe('hidden');
      expect(ours(await configuration.get({}))).not.toHaveProperty('sharedSecret');
      expect(ours(await configuration.get({ secrets: false }))?.sources).toEqual([name]);
    });

    it('is rejected with the path of the invalid field', async () => {
      const { configuration } = open().client;
      await expectFieldError(
        configuration.apply({ destinations: [{ name: 'D', sources: ['Nowhere'] }] }),
        ['destinations', 0, 'sources', 0],
        '"Nowhere"',
      );
      const unknownKey = { destinations: [{ name: 'D', url: 'http://x' }] };
      await expectFieldError(configuration.apply(unknownKey), ['destinations', 0], 'url');
    });
  });
}
