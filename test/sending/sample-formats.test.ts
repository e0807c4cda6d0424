import { createHmac } from 'node:crypto';
import { Paddle } from '@paddle/paddle-node-sdk';
import { expect, it } from 'vitest';
import { formats } from '#main/sending/samples/formats.ts';
import { samples } from '#main/sending/samples/samples.ts';

const payloadsOf = (profile: string) =>
  samples.flatMap((sample) =>
    sample.kind === 'payload' && sample.profile === profile ? [sample.payload] : [],
  );

it.each([
  ['stripe', /^\{\n {2}"id"/],
  ['shopify', /"gid:\\\/\\\/shopify\\\/Order/],
  ['sendgrid', /\},\r\n\{.*\r\n$/s],
  ['github', /^\{"\w+":"/],
  ['paddle', /^\{"event_id":"/],
] as const)('samples of %s are written as it writes them', (profile, form) => {
  const payloads = payloadsOf(profile);
  expect(payloads.some((payload) => form.test(payload))).toBe(true);
  for (const payload of payloads) expect(() => JSON.parse(payload)).not.toThrow();
});

it('escapes as Shopify and GitHub do', () => {
  const write = (profile: string, text: string) => formats[profile]?.write(text);
  expect(write('shopify', '<a href="/?a&b">')).toBe(
    String.raw`"\u003ca href=\"\/?a\u0026b\"\u003e"`,
  );
  expect(write('github', '\u001b\\u001b')).toBe(String.raw`"\u001B\\u001b"`);
});

it('names a source for every known format', () => {
  for (const { sources } of Object.values(formats)) expect(sources).not.toHaveLength(0);
});

it("are complete enough for Paddle's library", async () => {
  const { webhooks } = new Paddle('unused');
  for (const payload of payloadsOf('paddle')) {
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', 'secret').update(`${time}:${payload}`).digest('hex');
    const event = await webhooks.unmarshal(payload, 'secret', `ts=${time};h1=${signature}`);
    expect(event.eventType).toBe(JSON.parse(payload).event_type);
  }
});
