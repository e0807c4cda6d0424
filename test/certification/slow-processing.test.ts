/** Receivers that respond first and process messages late, as their lookups show. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { certify } from '#main/certification/receiver/certify-receiver.ts';
import { createLookUp } from '#main/certification/receiver/look-up.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import {
  type CertificationReport,
  CertificationRequest,
  checksOf,
} from '#shared/certification/receiver.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { delayOf } from './support/own-delay.ts';
import { correct, secret, startReceiver } from './support/receivers.ts';

const sendTools = { trust: createTrust(() => []), gate: openGate };

const processingMs = 400;

/** A valid message is processed so late after its first lookup, so that nothing else delays what is learned. */
async function startLookup(processed: Set<string>, isValid: (id: string) => boolean) {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('id') ?? '';
    if (isValid(id) && !asked.has(id)) setTimeout(() => processed.add(id), processingMs);
    asked.add(id);
    response.end(processed.has(id) ? '1' : '0');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}?id={messageId}`;
}

it('a signature that is verified too late is found although messages are processed late', async () => {
  const processed = new Set<string>();
  const valid = new Set<string>();
  const { url } = await startReceiver((received) => {
    const { messageId } = JSON.parse(received.body.toString());
    const status = correct(received);
    if (messageId === undefined) return status;
    if (status === 200) valid.add(messageId);
    else setTimeout(() => processed.add(messageId), 2.8 * processingMs);
    return status;
  });
  const lookupUrl = await startLookup(processed, (id) => valid.has(id));
  const skip = checksOf(profileOf({ profile: defaultProfileId }))
    .map(({ code }) => code)
    .filter((code) => code !== 'responds_in_time' && code !== 'reject_wrong_secret')
    .map((code) => ({ code, reason: 'Not of this test.' }));
  const tools = {
    ...sendTools,
    now: Date.now,
    random: seededRandom(),
    watchDelay: () => delayOf(() => 0),
  };
  let report: CertificationReport | undefined;
  const request = CertificationRequest.parse({ url, secret, lookupUrl, skip });
  for await (report of certify(tools, request));
  expect(report?.results.find(({ code }) => code === 'reject_wrong_secret')).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('But the message was processed'),
  });
});

it('is given time for all messages that it accepted before, one after the other', async () => {
  const lookupUrl = await startLookup(new Set(), () => true);
  const lookUp = createLookUp(lookupUrl, {
    ...{ ...sendTools, signal: undefined },
    messagesBefore: () => 100,
  });
  expect(lookUp.limitMs()).toBe(60_000);
  expect(await lookUp.learn({ messageId: 'a', body: '{}', headers: [] })).toBe(true);
  expect(lookUp.limitMs()).toBeGreaterThanOrEqual(2 * 100 * processingMs);
  expect(await lookUp.count({ messageId: 'a', body: '{}', headers: [] }, 1)).toBe(1);
});
