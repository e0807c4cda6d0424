/** Scenarios whose destinations follow provider profiles: mock endpoints and checks follow them, too. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';

const acme = `{ id: acme, name: Acme, signature: { kind: hmac, hash: sha256, header: Acme-Signature, content: '{timestamp}.{body}', value: 't={timestamp},{signatures}', entry: 'v1={signature}', encoding: hex }, headers: [[Content-Type, application/json]], timeLimitMs: 5000, success: { accepted: [2xx], notRetried: [4xx] }, retries: { kind: delays, delaysMs: [5000, 60000] }, retryAfter: honored, body: message }`;

const standardKey = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const scenario = (profile: string, secret: string, steps: string, then: string) => `
scenario: 1
name: Profile
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: ${secret}, strict: true, ${steps} }]
  destinations: [{ name: Orders, profile: ${profile}, sharedSecret: ${secret}, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - { id: orders, send: { source: Shop, count: 3, over: 1m, message: { type: track, userId: 'user_{n}', event: Paid } } }
  - finish: {}
  - { id: forged, copy: { filter: 'step:orders', limit: 1, signing: tampered } }
then:
${then}`;

describe('a destination with a profile', () => {
  it.each([
    ['segment-classic', 's3cret'],
    ['segment-actions', 's3cret'],
    ['standard-webhooks', standardKey],
    [acme, 's3cret'],
  ])('signs what its mock endpoint accepts: %s', async (profile, secret) => {
    const then = `  - lost: 0
  - { name: valid, requests: 'step:orders', signature: valid }
  - { name: forged, requests: 'step:forged', signature: invalid }
  - { name: rejected, requests: 'step:forged', every: 'status=401' }`;
    const run = await runText(scenario(profile, secret, 'steps: [{ status: 200 }]', then));
    expect(run.failing).toEqual([]);
    expect(run.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
  });

  it('may not sign at all', async () => {
    const then = `  - lost: 0\n  - { name: unsigned, requests: 'step:orders', signature: missing }`;
    const run = await runText(scenario('rudderstack', 's3cret', 'steps: [{ status: 200 }]', then));
    expect(run.failing).toEqual(['unsigned']);
    expect(run.report.checks.find(({ code }) => code === 'signatures')?.verdict).toBe('passed');
  });

  it.each([
    ['github', 'github.push', 2],
    ['stripe', 'stripe.payment-intent-succeeded', 3],
    ['twilio', 'twilio.message-received', 2],
    ['sendgrid', 'sendgrid.delivered', 3],
  ])(
    'gets only events of its provider, retried as it retries: %s',
    async (profile, sample, delivered) => {
      const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
      const secret =
        profile === 'sendgrid'
          ? key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
          : 's3cret';
      const text = scenario(
        profile,
        secret,
        'steps: [{ status: 500, times: 1 }, { status: 200 }]',
        '  - lost: 0',
      );
      const steps = `when:
  - { id: orders, send: { source: Shop, message: { type: track, userId: ada, event: Paid } } }
  - { id: events, payload: { destination: Orders, sample: ${sample}, count: 3, over: 3m } }
  - finish: {}
`;
      const then = `then:
  - { name: unrouted, deliveries: 'step:orders', count: 0 }
  - { name: delivered, deliveries: 'step:events state:delivered', count: ${delivered} }
  - { name: valid, requests: 'step:events', signature: valid }
`;
      const run = await runText(`${text.slice(0, text.indexOf('when:'))}${steps}${then}`);
      expect(run.report.inconclusive).toEqual([]);
      expect(run.failing).toEqual([]);
    },
  );

  it('is compared with the whole of large bodies', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(200_000), last: 7 });
    const run = await runText(`
scenario: 1
name: Large
given:
  mocks: [{ name: shop, secret: s3cret }]
  destinations: [{ name: Code, profile: github, sharedSecret: s3cret, webhooks: [{ mock: shop }] }]
when:
  - { id: events, payload: { destination: Code, body: '${body}', event: push } }
then:
  - { requests: 'body.last=7', count: 1 }
  - { requests: 'body.last=8', count: 0 }
  - { requests: '', body: { last: 7, text: { $match: '^x+$' } } }
`);
    expect(run.failing).toEqual([]);
    expect(run.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
  });

  it('gets events of its provider without any source', async () => {
    const run = await runText(`
scenario: 1
name: Payloads
given:
  mocks: [{ name: shop, secret: s3cret }]
  destinations: [{ name: Code, profile: github, sharedSecret: s3cret, webhooks: [{ mock: shop }] }]
when:
  - { id: events, payload: { destination: Code, sample: github.push, count: 2 } }
then:
  - { name: valid, requests: 'step:events', signature: valid }
  - { deliveries: 'state:delivered', count: 2 }
`);
    expect(run.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
  });
});
