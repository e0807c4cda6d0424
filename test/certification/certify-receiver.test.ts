import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certify } from '#main/certification/receiver/certify-receiver.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { messageUrl } from '#shared/certification/message-url.ts';
import {
  type CertificationReport,
  CertificationRequest,
  checksOf,
} from '#shared/certification/receiver.ts';
import { rejectsAllSigned, rejectsAllText } from '#shared/certification/text.ts';
import { redactedInUrl } from '#shared/kit/redacted.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { causeTexts, namedCause } from '#shared/signatures/rejection-causes.ts';
import { makeCertificate } from '#test/support/certificate.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { deadUrl } from '#test/support/target-server.ts';
import { delayOf } from './support/own-delay.ts';
import {
  type Behavior,
  buggy,
  buggyOutcomes,
  checksIn,
  correct,
  decodesHex,
  digestOf,
  failing,
  python,
  type Received,
  rejectsDuplicates,
  secret,
  startReceiver,
} from './support/receivers.ts';

const now = Date.UTC(2026, 10, 20);
const tools = {
  trust: createTrust(() => []),
  gate: openGate,
  now: () => now,
  random: seededRandom(),
  watchDelay: () => delayOf(() => 0),
};

async function certified(
  url: string,
  options: Partial<CertificationRequest> = {},
): Promise<CertificationReport> {
  let last: CertificationReport | undefined;
  for await (const report of certify(
    tools,
    CertificationRequest.parse({ url, secret, ...options }),
  ))
    last = report;
  if (last === undefined) throw new Error('There is no report.');
  return last;
}

const codesOf = ({ results }: CertificationReport, outcome: string) =>
  results.filter((result) => result.outcome === outcome).map(({ code }) => code);

/** Checks that did not pass, except the lookup. */
const foundIn = (report: CertificationReport) =>
  Object.fromEntries(
    report.results
      .filter(({ outcome, code }) => outcome !== 'passed' && code !== 'duplicate_processed_once')
      .map(({ code, outcome }) => [code, outcome]),
  );

const causeCodesOf = ({ results }: CertificationReport) =>
  results.flatMap(({ causes }) => causes?.map(({ code }) => code) ?? []);

const certificationChecks = checksOf(profileOf({ profile: defaultProfileId }));

const refusing = checksIn('rejects');

describe('a correct receiver', () => {
  it.each([
    ['the text of the signature', correct],
    ['its bytes', decodesHex],
  ])('that compares %s passes all checks', async (_, behavior) => {
    const { url, requests, lookupUrl } = await startReceiver(behavior);
    const report = await certified(url, { lookupUrl });
    expect(codesOf(report, 'passed')).toEqual(certificationChecks.map(({ code }) => code));
    const { id, name } = profileOf({ profile: defaultProfileId });
    expect(report).toMatchObject({ complete: true, certified: true, url, startedAt: now });
    expect(report.profile).toEqual({ id, name });
    expect(requests.map(({ body }) => body.length)).toContain(32_768);
  });

  it('is warned if it closes connections that it kept open', async () => {
    const { url, lookupUrl } = await startReceiver(correct, { closesReused: true });
    const report = await certified(url, { lookupUrl });
    expect(report.certified).toBe(true);
    expect(foundIn(report)).toEqual({ reuse_connection: 'warned' });
  });

  it('gets bodies as written by JSON.stringify, except those with raw bytes', async () => {
    const { url, requests } = await startReceiver(correct);
    await certified(url);
    const odd = requests
      .map(({ body }) => body.toString())
      .filter((body) => JSON.stringify(JSON.parse(body)) !== body);
    expect(odd).toEqual([
      expect.stringContaining('12345678901234567890'),
      expect.stringContaining('"path" : "\\/pricing"'),
      expect.stringMatching(/\n$/),
    ]);
  });
});

describe('a receiver with a known bug fails exactly the checks for it:', () => {
  for (const name of Object.keys(buggy) as (keyof typeof buggy)[])
    it(name, async () => {
      const expected = buggyOutcomes[name];
      const { url } = await startReceiver(buggy[name]);
      const report = await certified(url);
      expect(foundIn(report)).toEqual(expected);
      expect(report.certified).toBe(!Object.values(expected).includes('failed'));
    });

  it.each([
    ['verifiesOnlyTrack', 'identify, page, screen, group, alias, delete'],
    ['verifiesOnlyJson', 'Content-Type text/plain'],
  ] as const)('%s, and the report names what is not verified', async (name, what) => {
    const { url } = await startReceiver(buggy[name]);
    const { results } = await certified(url);
    expect(results.find(({ code }) => code === 'reject_unsigned')?.message).toBe(
      `Accepted with 200. Expected a 4xx for ${what}. Anyone could send this request.`,
    );
  });

  it('is not reported as rewriting or trimming if it rejects all or accepts all', async () => {
    const reportOf = async (behavior: Behavior) => certified((await startReceiver(behavior)).url);
    const rejected = await reportOf(({ body, signature }) =>
      signature === createHmac('sha1', 'another').update(body).digest('hex') ? 200 : 401,
    );
    expect(causeCodesOf(rejected)).toEqual([]);
    expect(rejectsAllSigned(rejected)).toBe(true);
    const accepted = await reportOf(buggy.ignoresSignature);
    expect(causeCodesOf(accepted)).toEqual([]);
    expect(rejectsAllSigned(accepted)).toBe(false);
  });

  it('rejects duplicates', async () => {
    const { url } = await startReceiver(rejectsDuplicates());
    const report = await certified(url);
    expect(foundIn(report)).toEqual(failing('duplicate_accepted'));
    expect(report.results.find(({ code }) => code === 'duplicate_accepted')).toMatchObject({
      message: expect.stringContaining('409'),
      note: expect.stringContaining('the event would be lost'),
    });
  });

  it('responds to one request at a time', async () => {
    let busy = false;
    const { url } = await startReceiver(async (received) => {
      if (busy) return 503;
      busy = true;
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      busy = false;
      return correct(received) ?? 500;
    });
    expect(foundIn(await certified(url))).toEqual(failing('ten_at_once'));
  });

  it.each([408, 429, 503])('is too busy to judge invalid signatures: %i', async (status) => {
    const { url } = await startReceiver((received) => (correct(received) === 200 ? 200 : status));
    const report = await certified(url);
    expect(codesOf(report, 'inconclusive')).toEqual(refusing);
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(report.results.find(({ code }) => code === 'reject_unsigned')?.inconclusive).toEqual({
      code: 'receiver_busy',
      status,
    });
    expect(report.certified).toBe(false);
  });

  it('is too busy to judge all invalid signatures of a check', async () => {
    const { url } = await startReceiver((received) =>
      received.header('content-type') === 'text/plain' ? 429 : correct(received),
    );
    const inconclusive = { reject_unsigned: 'inconclusive', reject_tampered_body: 'inconclusive' };
    expect(foundIn(await certified(url))).toEqual(inconclusive);
    expect((await certified(url, { expectReject: [401, 429] })).certified).toBe(true);
  });

  it('is too busy to get a message twice', async () => {
    const seen = new Set<string>();
    const { url, lookupUrl } = await startReceiver((received) => {
      const { messageId } = JSON.parse(received.body.toString());
      if (messageId !== undefined && seen.has(messageId)) return 429;
      seen.add(messageId);
      return correct(received);
    });
    const { results } = await certified(url, { lookupUrl });
    const result = results.find(({ code }) => code === 'duplicate_processed_once');
    expect(result).toMatchObject({ outcome: 'inconclusive', inconclusive: { status: 429 } });
  });

  it('trims the body', async () => {
    const { url } = await startReceiver(buggy.trims);
    expect(causeCodesOf(await certified(url))).toEqual(['body_trimmed']);
  });

  it('truncates the body, and is not accused of re-serializing it', async () => {
    const isRaw = ({ body }: Received) => body.includes(' : ');
    const whole = await startReceiver(correct);
    await certified(whole.url);
    const rawBytes = whole.requests.find(isRaw)?.body.length ?? 0;
    const { url } = await startReceiver((received) =>
      correct({ ...received, body: received.body.subarray(0, rawBytes - 1) }),
    );
    const report = await certified(url);
    for (const code of ['accept_raw_bytes', 'accept_32_kb'])
      expect(report.results.find((result) => result.code === code)).toMatchObject({
        outcome: 'failed',
        causes: [{ code: 'body_truncated' }],
      });
  });

  it('is too busy for unusual bytes, which names no cause', async () => {
    const { url } = await startReceiver((received) =>
      received.body.includes(' : ') ? 429 : correct(received),
    );
    const report = await certified(url);
    const result = report.results.find(({ code }) => code === 'accept_raw_bytes');
    expect(result).toMatchObject({ outcome: 'failed', responses: [{ status: 429 }] });
    expect(result?.causes).toBeUndefined();
  });

  it('is too busy to judge requests that would name a cause', async () => {
    let isBusy = false;
    const { url } = await startReceiver((received) => {
      if (isBusy) return 429;
      // Accepts the added line break, and nothing after it.
      isBusy = received.body.at(-1) === 10;
      return isBusy ? 200 : correct(received);
    });
    const report = await certified(url);
    const result = report.results.find(({ code }) => code === 'reject_added_white_space');
    expect(result).toMatchObject({ outcome: 'failed', responses: [{ status: 200 }] });
  });

  it('responds too late: no further check runs', async () => {
    const { url, requests } = await startReceiver(() => null);
    const profile = { ...profileOf({ profile: defaultProfileId }), timeLimitMs: 50 };
    const report = await certified(url, { profile });
    expect(codesOf(report, 'failed')).toEqual(['responds_in_time']);
    expect(report.results[0]?.message).toContain('No response within');
    expect(report.counts.not_run).toBe(certificationChecks.length - 1);
    expect(requests).toHaveLength(1);
  });

  it('is not running', async () => {
    const report = await certified(await deadUrl());
    expect(report.certified).toBe(false);
    expect(report.results[0]?.message).toBe('Connection refused: nothing is listening.');
  });
});

describe('a receiver that prints the digest it computed', () => {
  const hexOf = (hash: string, key: string, { body }: Received) =>
    createHmac(hash, key).update(body).digest('hex');
  const printing = (digest: (received: Received) => string, status = 401) =>
    startReceiver(() => status, {
      responseBody: (received) => JSON.stringify({ expected: digest(received) }),
    });

  it.each([
    ['with another algorithm', 'digest_sha256', (one: Received) => hexOf('sha256', secret, one)],
    ['of re-serialized JSON', 'json_python', (one: Received) => digestOf(python(one.body))],
  ] as const)('%s is diagnosed', async (_, code, digest) => {
    const { url } = await printing(digest);
    const report = await certified(url);
    const found = report.results.filter(({ causes }) => causes !== undefined);
    expect(found).toMatchObject([{ outcome: 'failed', causes: [{ code }] }]);
    const [{ causes: [cause] = [] } = {}] = found;
    const summary = rejectsAllText(report, 'the shared secret');
    expect(summary).toContain(cause?.message);
    expect(summary).toContain(cause?.fix);
  });

  it.each([
    ['with another secret', 'other_secret', (one: Received) => hexOf('sha1', 'other', one)],
    ['that is right', 'comparison', (one: Received) => hexOf('sha1', secret, one)],
  ] as const)('%s is named', async (_, code, digest) => {
    const { url } = await printing(digest);
    const report = await certified(url);
    expect(report.results.flatMap(({ causes }) => causes ?? [])).toEqual([namedCause(code)]);
    expect(rejectsAllText(report, 'the shared secret')).toContain(causeTexts[code].fix);
  });

  it('is not asked for the cause of a failure of its own', async () => {
    const { url } = await printing((one) => hexOf('sha256', secret, one), 500);
    const report = await certified(url);
    expect(report.results.filter(({ causes }) => causes)).toEqual([]);
  });
});

it('says that anyone could send a request only if it needs no secret', async () => {
  const { url } = await startReceiver(() => 200);
  const { results } = await certified(url);
  const codes = results.filter(({ message }) => message.includes('Anyone')).map(({ code }) => code);
  expect(codes).toEqual([
    'reject_unsigned',
    'reject_empty',
    'reject_wrong_secret',
    'reject_empty_secret',
    'reject_plain_hash',
    'reject_other_body',
    'reject_tampered_body',
  ]);
});

describe('a check', () => {
  it('is skipped with a reason that stays in the report', async () => {
    const { url } = await startReceiver(buggy.trims);
    const skip = [{ code: 'reject_added_white_space' as const, reason: 'The proxy trims.' }];
    const report = await certified(url, { skip });
    expect(report).toMatchObject({ certified: true, counts: { skipped: 1, failed: 0 } });
    expect(report.results.find(({ code }) => code === 'reject_added_white_space')).toMatchObject({
      outcome: 'skipped',
      message: 'The proxy trims.',
      responses: [],
    });
  });

  it('counts only the given statuses as a rejection', async () => {
    const { url } = await startReceiver(correct);
    expect(foundIn(await certified(url, { expectReject: [403] }))).toEqual(failing(...refusing));
    expect(foundIn(await certified(url, { expectReject: [403, 401] }))).toEqual({});
  });

  it('for duplicates looks up how often they were processed', async () => {
    const { url, lookupUrl } = await startReceiver(correct, { processes: 'every time' });
    const found = async (reported?: string) =>
      (await certified(url, { lookupUrl: reported })).results.find(
        ({ code }) => code === 'duplicate_processed_once',
      );
    expect(await found(lookupUrl)).toMatchObject({
      outcome: 'failed',
      message: 'Processed 2 times; expected once.',
    });
    expect(await found()).toMatchObject({ outcome: 'not_run', responses: [] });
    expect(await found(`${await deadUrl()}?id={messageId}`)).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    ['once', { outcome: 'passed' }],
    ['every time', { outcome: 'failed', message: expect.stringContaining('2 times') }],
  ] as const)(
    'for duplicates waits for a receiver that responds before it processes them %s',
    async (processes, found) => {
      const { url, lookupUrl } = await startReceiver(correct, { processes, isQueued: true });
      const skip = certificationChecks
        .map(({ code }) => code)
        .filter((code) => code !== 'duplicate_processed_once')
        .map((code) => ({ code, reason: 'Not of this test.' }));
      const { results } = await certified(url, { lookupUrl, skip });
      expect(results.find(({ outcome }) => outcome !== 'skipped')).toMatchObject(found);
    },
  );

  it.each([
    ['..', '{body.id}', 'http://a/o?id=..'],
    ['', '{body.id}', 'http://a/o?id='],
    ['b/../c', null, 'http://a/o/b%2F..%2Fc/x?id=b%2F..%2Fc'],
    ['...', null, 'http://a/o/.../x?id=...'],
    ['%2e%2e', null, 'http://a/o/%252e%252e/x?id=%252e%252e'],
    ['.', '{body.id}', 'http://a/o?id=.'],
  ])('looks nothing up on another path for the value %j', (id, missing, url) => {
    const message = { messageId: 'm', body: JSON.stringify({ id }), headers: [] };
    const path = messageUrl('http://a/o/{body.id}/x?id={body.id}', message);
    if (missing === null) return expect(path).toEqual({ url });
    expect(path).toEqual({ missing });
    expect(messageUrl('http://a/o?id={body.id}', message)).toEqual({ url });
    expect(messageUrl('http://a/o/{body.id}', message)).toEqual({ missing });
  });

  it('does not start after a cancel', async () => {
    const { url } = await startReceiver(correct);
    const cancel = new AbortController();
    const reports: CertificationReport[] = [];
    const request = CertificationRequest.parse({ url, secret });
    for await (const report of certify(tools, request, cancel.signal)) {
      reports.push(report);
      if (reports.length === 3) cancel.abort();
    }
    expect(reports).toHaveLength(3);
    expect(reports.at(-1)).toMatchObject({ complete: false, certified: false });
  });
});

async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
}

const digest = (content: string | Buffer) =>
  createHmac('sha1', secret).update(content).digest('hex');

describe('a real application', () => {
  it('with Express and JSON.stringify(req.body), as documented, is certified with two warnings', async () => {
    const app = express();
    app.use(express.json({ limit: '1mb' }));
    app.post('/webhook', (request, response) => {
      const signature = request.get('x-signature');
      response.sendStatus(signature === digest(JSON.stringify(request.body)) ? 200 : 401);
    });
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    const report = await certified(await addressOf(server));
    expect(report.certified).toBe(true);
    expect(foundIn(report)).toEqual({
      accept_raw_bytes: 'warned',
      reject_added_white_space: 'warned',
    });
  });

  it('with Fastify and the raw body passes all checks', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer }>('/webhook', (request, reply) =>
      reply.code(request.headers['x-signature'] === digest(request.body) ? 200 : 401).send(),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    expect(foundIn(await certified(await addressOf(app.server)))).toEqual({});
  });
});

it('reports no secret of a URL', async () => {
  const { url } = await startReceiver(correct);
  const report = await certified(`${url}?token=of-hook&page=2`, {
    lookupUrl: `${await deadUrl()}?id={messageId}&token=of-look-up`,
  });
  expect(report.url).toBe(`${url}?token=${redactedInUrl}&page=2`);
  expect(codesOf(report, 'failed')).toEqual(['duplicate_processed_once']);
  expect(JSON.stringify(report)).not.toMatch(/of-hook|of-look-up/);
});

it('reports the certificate of a receiver that is not trusted', async () => {
  const { key, cert, name } = makeCertificate({ name: 'Untrusted' });
  const server = https.createServer({ key, cert }, (_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const report = await certified(`https://127.0.0.1:${port}/`);
  expect(report.certified).toBe(false);
  expect(report.certificates).toMatchObject([{ subject: `CN=${name}`, issuer: `CN=${name}` }]);
});
