import { describe, expect, test } from 'vitest';
import { accessCookieNames, storableValue } from '#core/access-cookie.ts';
import { connect } from '#test/support/builders.ts';
import { post, track } from '#test/support/ingest-client.ts';
import { makeReceiver, urlOf } from '#test/support/receiver-client.ts';
import { startCore } from '#test/support/start-core.ts';

const cookie = 'theme=dark; hookwright-8378=pass-one;hookwright-9=pass-two; x-hookwright-1=kept';

describe('access cookies of earlier versions', () => {
  test('are recognized by name', () => {
    expect(accessCookieNames(cookie)).toEqual(['hookwright-8378', 'hookwright-9']);
    expect(accessCookieNames(undefined)).toEqual([]);
  });

  test('are redacted, unlike other headers', () => {
    expect(storableValue('Cookie', cookie)).toBe(
      'theme=dark; hookwright-8378=[redacted];hookwright-9=[redacted]; x-hookwright-1=kept',
    );
    expect(storableValue('X-Copy', cookie)).toBe(cookie);
  });

  test('are not stored with messages, rejected requests or received requests', async () => {
    const { core, followed } = await startCore();
    await connect(core, { urls: [] });
    await post(core, '/v1/track', track(), { cookie });
    await post(core, '/v1/track', [], { cookie });
    const receiver = await makeReceiver(core);
    await fetch(urlOf(receiver), { method: 'POST', headers: { cookie }, body: '{}' });
    const [entry] = await followed.until(() => {
      const { items } = core.receivers.requests.page(receiver.id, 1, undefined);
      return items.length > 0 && items;
    });
    const [message] = core.messages.page({ limit: 1 }).items;
    const [rejected] = core.rejected.page({ limit: 1 }).items;
    const stored = [
      core.messages.get(message?.id ?? 0).request?.headers,
      core.rejected.get(rejected?.id ?? 0).request.headers,
      core.receivers.requests.get(receiver.id, entry?.id ?? 0).headers,
    ];
    for (const headers of stored) {
      expect(headers).toContainEqual(['cookie', storableValue('cookie', cookie)]);
      expect(JSON.stringify(headers)).not.toMatch(/pass-(one|two)/);
    }
  });
});
