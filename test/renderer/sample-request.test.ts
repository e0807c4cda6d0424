import { describe, expect, it } from 'vitest';
import { bodyText } from '#core/routing/body.ts';
import { requestHeaders } from '#core/routing/request-headers.ts';
import { sign } from '#core/routing/signature.ts';
import {
  byteLength,
  sampleBody,
  sampleHeaders,
  sampleMessage,
} from '#renderer/pages/destinations/editor/request-card.tsx';

describe('the sample request next to the form', () => {
  it.each(['documented', 'full'] as const)('has exactly the body that is sent, %s', (shape) => {
    expect(sampleBody(shape)).toBe(bodyText(sampleMessage, shape));
  });

  it('has exactly the header lines that are sent, signed and unsigned', () => {
    const webhook = { url: 'http://localhost:3000/hook', headers: { 'X-Env': 'staging' } };
    const body = sampleBody('documented');
    const bytes = Buffer.from(body);
    for (const secret of ['', 'hunter2']) {
      const signature = secret === '' ? null : sign(secret, body);
      expect(sampleHeaders(webhook, signature, byteLength(body))).toEqual(
        requestHeaders(webhook.url, webhook.headers, secret, bytes),
      );
    }
  });
});
