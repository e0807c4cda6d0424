/** What the report of a sender shows while it runs, when it fails, and when it is cancelled. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { factsOf } from '#main/certification/sender/request-facts.ts';
import type { Exchange } from '#main/mocks/connection.ts';
import {
  SenderCertificationRequest,
  type SenderReport,
  type SenderTarget,
} from '#shared/certification/sender.ts';
import { ignoredText } from '#shared/certification/text.ts';
import { createRedaction } from '#shared/deliveries/redaction.ts';
import { senderReport } from '#shared/report/certification-report.ts';
import { htmlReport } from '#shared/report/html.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { certify, follow, issuer } from './senders/certify.ts';
import { faults, plantedIn } from './senders/faults.ts';
import { bullMqStyle, plainStyle, svixStyle } from './senders/styles.ts';

const resultOf = ({ results }: SenderReport, code: string) => {
  const result = results.find((one) => one.code === code);
  if (result === undefined) throw new Error(`There is no check "${code}".`);
  return result;
};

const targetOf = ({ targets }: SenderReport, name: SenderTarget['name']): SenderTarget => {
  const target = targets.find((one) => one.name === name);
  if (target === undefined) throw new Error(`There is no target "${name}".`);
  return target;
};

const faultOf = (name: string) => {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no fault "${name}".`);
  return fault;
};

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

/** A request that a server got. */
async function exchangeWith(headers: Record<string, string>) {
  const server = createServer((_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const received = once(server, 'request');
  await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '', headers);
  const [request]: IncomingMessage[] = await received;
  server.close();
  if (request === undefined) throw new Error('There was no request.');
  return { request };
}

describe('the report of a sender', () => {
  it('shows the difference of a changed body, and requests without secrets', async () => {
    const leaking = {
      ...plantedIn(bullMqStyle, faultOf('adds the attempt to the body')),
      headers: (...given: Parameters<typeof bullMqStyle.rules.headers>) => [
        ...bullMqStyle.rules.headers(...given),
        ...['X-Debug', bullMqStyle.secret, 'X-Markup', '<script>'],
      ],
    };
    const report = await certify(bullMqStyle, leaking);
    const [evidence] = resultOf(report, 'same_body').evidence;
    expect(evidence?.difference?.expected).toContain('"attempt":1');
    expect(evidence?.difference?.found).toContain('"attempt":2');
    const html = htmlReport(senderReport(report));
    expect(html).toContain('&quot;attempt&quot;:2');
    expect(html).toContain('X-Debug: [redacted]');
    expect(html).toContain('X-Markup: &lt;script&gt;');
    for (const text of [html, JSON.stringify(report)])
      expect(text).not.toContain(bullMqStyle.secret);
  });

  it('redacts the secrets of all destinations before it cuts a text', async () => {
    const known = {
      values: ['wk_other_source_0123456789'],
      requests: [],
      headerNames: ['X-Tenant'],
    };
    const [other = ''] = known.values;
    const tenant = '9f8e7d6c5b4a';
    const token = 'of-the-sender';
    // Each cut would leave the start of a secret.
    const report = await certify(
      svixStyle,
      {
        ...svixStyle.rules,
        eventId: () => `${'i'.repeat(290)}${other}`,
        body: ({ number, event: { marker } }) =>
          JSON.stringify({
            ...{ data: { marker }, type: 'a', timestamp: '2026-11-20T00:00:00Z', tenant },
            text: `${'x'.repeat(1_870)}${other}`,
            more: `${'x'.repeat(6_150)}${number}${other}`,
          }),
        headers: (attempt, body) => [
          ...svixStyle.rules.headers(attempt, body),
          ...['X-Long', `${'x'.repeat(495)}${other}`, 'X-Tenant', tenant],
          ...['Authorization', `Bearer ${token}`],
        ],
        target: (url) => `${url}&token=${token}`,
      },
      { known: () => known },
    );
    const text = JSON.stringify(report);
    for (const secret of [other, tenant, token]) expect(text).not.toContain(secret.slice(0, 5));
    for (const code of ['method', 'distinct_ids', 'same_body'])
      expect(resultOf(report, code).outcome).toBe('failed');
    expect(report.messages[0]?.attempts[0]?.request?.body.length).toBe(2_000);
  });

  it('keeps only the start of long bodies', async () => {
    const report = await certify(plainStyle, plainStyle.rules);
    const [attempt] = report.messages[0]?.attempts ?? [];
    expect(attempt?.bodyBytes).toBeGreaterThan(8_192);
    expect(attempt?.request?.body.length).toBeLessThanOrEqual(2_000);
    expect(attempt?.request?.isBodyCut).toBe(true);
  });

  it('searches only the start of a long body for secrets, and shows no part of one that is cut', async () => {
    const token = Array.from({ length: 600 }, (_, index) => `part-${index}`).join('');
    const body = Buffer.from(token.repeat(100));
    const { request } = await exchangeWith({ 'X-Token': token });
    const searched: number[] = [];
    const redaction = createRedaction([]);
    const facts = factsOf(
      SenderCertificationRequest.parse(svixStyle),
      {
        ...redaction,
        text(text) {
          searched.push(text.length);
          return redaction.text(text);
        },
      },
      { request, connection: { secured: null } } as Exchange,
      { bytes: body, byteLength: body.length, contentType: '', isComplete: true },
    );
    expect(Math.max(...searched)).toBeLessThan(body.length / 10);
    expect(facts.shown).toMatchObject({ isBodyCut: true });
    for (const text of [facts.shown.body, facts.bodyStart.toString()])
      expect(text).not.toContain('part-');
  });

  it('names the likely cause of a wrong signature, if there is one', async () => {
    const signedWith = (secret: string) => ({
      ...svixStyle.rules,
      headers: (...[attempt, body]: Parameters<typeof svixStyle.rules.headers>) => [
        ...svixStyle.rules.headers(attempt, body).slice(0, -1),
        svixStyle.signature([secret], attempt, body),
      ],
    });
    const other = 'whsec_YSBzZWNyZXQgdGhhdCBub2JvZHkga25vd3M=';
    const previous = await certify(svixStyle, signedWith(svixStyle.previousSecret));
    const unknown = await certify(svixStyle, signedWith(other));
    for (const report of [previous, unknown])
      expect(resultOf(report, 'signature_first').outcome).toBe('failed');
    expect(resultOf(previous, 'signature_first').message).toMatch(/cause: .*previous secret/);
    expect(resultOf(unknown, 'signature_first').message).not.toContain('cause');
  });

  it('counts what arrived at each URL, and judges it when it is cancelled', async () => {
    const cancelled = new AbortController();
    let first: SenderReport | undefined;
    let last: SenderReport | undefined;
    for await (const report of follow(svixStyle, {}, cancelled.signal)) {
      if (first === undefined) {
        await post(targetOf(report, 'webhook').url, '{}', { 'webhook-id': 'evt_1' });
        await post(targetOf(report, 'gone').url, '{}', { 'webhook-id': 'evt_2' });
        first = report;
      } else if (targetOf(report, 'gone').received === 1) cancelled.abort();
      last = report;
    }
    if (first === undefined || last === undefined) throw new Error('There was no report.');
    expect(first).toMatchObject({ trigger: null, complete: false });
    expect(first.endsAt - first.startedAt).toBe(600_000);
    expect(targetOf(first, 'webhook')).toMatchObject({ needed: 12, received: 0 });
    expect(targetOf(last, 'webhook')).toMatchObject({ needed: 12, received: 1 });
    expect(targetOf(last, 'good')).toMatchObject({ needed: 1, received: 0 });
    expect(last).toMatchObject({ complete: true, verdict: 'failed' });
    expect(resultOf(last, 'signature_first').outcome).toBe('failed');
    expect(resultOf(last, 'disabling').outcome).toBe('not_observed');
  });

  it('ignores messages of an earlier certification', async () => {
    const cancelled = new AbortController();
    let last: SenderReport | undefined;
    for await (const report of follow(plainStyle, {}, cancelled.signal)) {
      last = report;
      if (report.messages.length > 0) cancelled.abort();
      else
        for (const text of ['certify-Ab3_xY-9-2', 'new'])
          await post(targetOf(report, 'webhook').url, JSON.stringify({ text }));
    }
    expect(last?.messages).toHaveLength(1);
    expect(last?.messages[0]?.attempts[0]?.request?.body).toContain('new');
  });

  it.each([
    [{}, 60_000],
    [{ clockUrl: 'http://127.0.0.1:9/clock' }, 300_000],
  ])('ends a certification with a trigger and %j after %d ms', async (fields, limitMs) => {
    const cancelled = new AbortController();
    const triggerUrl = 'http://127.0.0.1:9/trigger';
    let first: SenderReport | undefined;
    for await (const report of follow(plainStyle, { triggerUrl, ...fields }, cancelled.signal)) {
      first ??= report;
      cancelled.abort();
    }
    expect(Number(first?.endsAt) - Number(first?.startedAt)).toBe(limitMs);
  });

  it('passes nothing by a body that is too large to be kept', async () => {
    const cancelled = new AbortController();
    let last: SenderReport | undefined;
    for await (const report of follow(svixStyle, {}, cancelled.signal)) {
      last = report;
      if (report.messages.length > 0) cancelled.abort();
      else
        await post(targetOf(report, 'webhook').url, 'x'.repeat(5 * 1024 * 1024), {
          ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
        });
    }
    if (last === undefined) throw new Error('There was no report.');
    for (const code of ['body', 'signature_first', 'rotation'])
      expect(resultOf(last, code).outcome).toBe('not_observed');
  });

  it('judges nothing but the headers of a request that was broken off', async () => {
    const cancelled = new AbortController();
    let last: SenderReport | undefined;
    for await (const report of follow(svixStyle, {}, cancelled.signal)) {
      last = report;
      if (report.messages.length > 1) cancelled.abort();
      else if (report.messages.length === 0)
        for (const name of ['webhook', 'gone'] as const) {
          const sent = httpRequest(targetOf(report, name).url, {
            method: 'POST',
            headers: { 'Content-Length': 100, 'webhook-signature': 'v1,AAAA' },
          });
          sent.on('error', () => undefined).write('{"type":', () => sent.destroy());
        }
    }
    if (last === undefined) throw new Error('There was no report.');
    for (const code of ['body', 'signature_first', 'rotation', 'disabling'])
      expect(resultOf(last, code).outcome).toBe('not_observed');
    expect(resultOf(last, 'body').evidence).toHaveLength(2);
    expect(resultOf(last, 'headers').outcome).toBe('failed');
    expect(last.messages.map((message) => message.case)).toEqual([null, null]);
    for (const name of ['webhook', 'gone'] as const) expect(targetOf(last, name).received).toBe(0);
  });

  it('ignores and counts requests of a browser, at every URL', async () => {
    const { certificate: ca } = await issuer.issuingPair();
    const ofBrowser = [{ Origin: 'https://shop.example' }, { 'Sec-Fetch-Site': 'cross-site' }];
    const cancelled = new AbortController();
    let first: SenderReport | undefined;
    let last: SenderReport | undefined;
    for await (const report of follow(bullMqStyle, {}, cancelled.signal)) {
      last = report;
      if (first === undefined) {
        first = report;
        for (const headers of ofBrowser) {
          const { url } = targetOf(report, 'webhook');
          expect((await post(url, '{}', headers)).status).toBe(403);
          const redirected = new URL('/redirected/302/1', url).href;
          expect((await post(redirected, '{}', headers)).status).toBe(403);
          const sent = request(targetOf(report, 'good').url, { method: 'POST', headers, ca }).end();
          await once(sent, 'response');
          sent.destroy();
        }
        // Node's fetch is no browser, but sends Sec-Fetch-Mode.
        await post(targetOf(report, 'webhook').url, '{}');
      } else if (report.messages.length > 0) cancelled.abort();
    }
    if (last === undefined) throw new Error('There was no report.');
    expect(last.messages).toMatchObject([{ attempts: [{ method: 'POST' }] }]);
    expect(last.messages[0]?.attempts[0]?.request?.headers).toContainEqual([
      'sec-fetch-mode',
      'cors',
    ]);
    expect(last.browserRequests).toBe(6);
    expect(senderReport(last).facts).toContainEqual({ label: 'note', text: ignoredText(last) });
  });

  it('counts connections by certificate, except those that end before the handshake', async () => {
    const cancelled = new AbortController();
    let last: SenderReport | undefined;
    for await (const report of follow(svixStyle, {}, cancelled.signal)) {
      if (last === undefined) {
        const port = Number(new URL(targetOf(report, 'expired').url).port);
        await once(connect(port, '127.0.0.1').end(), 'close');
        await once(connectTls(port, '127.0.0.1'), 'error');
        cancelled.abort();
      }
      last = report;
    }
    if (last === undefined) throw new Error('There was no report.');
    expect(targetOf(last, 'expired').received).toBe(1);
    expect(targetOf(last, 'good').received).toBe(0);
  });

  it('says how many attempts arrived if the last one was not reached', async () => {
    const cancelled = new AbortController();
    let last: SenderReport | undefined;
    for await (const report of follow(svixStyle, {}, cancelled.signal)) {
      if (last === undefined)
        for (const id of ['evt_1', 'evt_2'])
          await post(targetOf(report, 'webhook').url, '{}', { 'webhook-id': id });
      else if (report.messages.length === 2) cancelled.abort();
      last = report;
    }
    if (last === undefined) throw new Error('There was no report.');
    expect(resultOf(last, 'gives_up')).toMatchObject({
      outcome: 'not_observed',
      message: expect.stringMatching(/^1 of \d+ attempts arrived/),
    });
  });

  it('says that the trigger is unreachable, until it is reached', async () => {
    const server = createServer((_incoming, response) => response.end());
    const port = await unusedPort();
    const cancelled = new AbortController();
    const problems: string[] = [];
    const triggerUrl = `http://127.0.0.1:${port}/send`;
    for await (const { trigger } of follow(bullMqStyle, { triggerUrl }, cancelled.signal)) {
      if (trigger?.problem != null && problems.length === 0) {
        problems.push(trigger.problem);
        await once(server.listen(port, '127.0.0.1'), 'listening');
      }
      if (trigger?.sent === trigger?.total) cancelled.abort();
    }
    server.close();
    expect(problems).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('takes a trigger as reached whose message arrived, though it does not respond', async () => {
    const server = createServer(async (incoming, response) => {
      const { url, marker } = JSON.parse((await incoming.toArray()).join(''));
      await post(url, JSON.stringify({ marker })).catch(() => undefined);
      response.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const triggerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cancelled = new AbortController();
    let sent = 0;
    for await (const { trigger } of follow(plainStyle, { triggerUrl }, cancelled.signal)) {
      sent = trigger?.sent ?? 0;
      if (sent > 1) cancelled.abort();
    }
    server.close();
    expect(sent).toBeGreaterThan(1);
  });

  it('gives the URLs with certificates consecutive ports', async () => {
    const tlsPort = await unusedPort(4);
    for await (const report of follow(bullMqStyle, { tlsPort })) {
      const ports = report.targets.slice(1).map(({ url }) => Number(new URL(url).port));
      expect(ports).toEqual([0, 1, 2, 3].map((index) => tlsPort + index));
      const second = follow(bullMqStyle, { tlsPort });
      await expect(second.next()).rejects.toMatchObject({ field: 'tlsPort' });
      break;
    }
  });
});
