/** Certifying a receiver. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checksOf } from '#shared/certification/receiver.ts';
import type { SenderReport } from '#shared/certification/sender.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { buggy, correct, secret, startReceiver } from '#test/certification/support/receivers.ts';
import { expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeCertification(open: () => Connected): void {
  describe('a certification', () => {
    it('returns the whole report and does not change the ledger', async () => {
      const { certification, ledger } = open().client;
      const { url } = await startReceiver(buggy.trims);
      const before = await ledger.get();
      const report = await certification.run({ url, secret });
      expect(report).toMatchObject({ url, complete: true, certified: false });
      expect(report.results.find(({ outcome }) => outcome === 'failed')).toMatchObject({
        code: 'reject_added_white_space',
        note: expect.any(String),
        responses: [{ status: 200 }, { status: 401 }],
      });
      expect(await ledger.get()).toEqual(before);
    });

    it('reports check by check', async () => {
      const { certification } = open().client;
      const { url } = await startReceiver(correct);
      const seen: number[] = [];
      for await (const { results } of await certification.follow({ url, secret }))
        seen.push(results.length);
      expect(seen).toEqual(
        checksOf(profileOf({ profile: defaultProfileId })).map((_, index) => index + 1),
      );
    });

    it('stops when its stream is closed', async () => {
      const { client, started } = open();
      const follow = vi.spyOn(started.core.certification, 'follow');
      onTestFinished(() => follow.mockRestore());
      // The second check gets no response.
      const { url, requests } = await startReceiver(() => (requests.length === 1 ? 200 : null));
      const following = await client.certification.follow({ url, secret });
      await following.next();
      await following.return();
      await expect.poll(() => follow.mock.lastCall?.[1]?.aborted).toBe(true);
    });

    it('is rejected with the name of the invalid field', async () => {
      const { certification } = open().client;
      const asked = { url: 'http://127.0.0.1:9/hook', secret: 's' };
      await expectFieldError(certification.run({ ...asked, url: 'nowhere' }), ['url'], 'full URL');
      await expectFieldError(certification.run({ ...asked, secret: '' }), ['secret'], 'empty');
      await expectFieldError(
        certification.run({ ...asked, expectReject: [200] }),
        ['expectReject', 0],
        'from 300 to 499',
      );
      await expectFieldError(
        certification.run({ ...asked, skip: [{ code: 'accept_track', reason: ' ' }] }),
        ['skip', 0, 'reason'],
        'Say why',
      );
      await expectFieldError(
        certification.run({ ...asked, lookupUrl: 'http://127.0.0.1:9/' }),
        ['lookupUrl'],
        '{messageId}',
      );
    });
  });

  describe('a certification of a sender', () => {
    const asked = { profile: 'github', secret: 's3cret' } as const;

    it('reports its URL first, and judges what arrives', async () => {
      const { certification, ledger } = open().client;
      const before = await ledger.get();
      const reports = await certification.followSender(asked);
      const first = await reports.next();
      const response = await fetch(first.done ? '' : first.value.url, {
        method: 'POST',
        body: '{}',
      });
      expect(response.status).toBe(200);
      let last: SenderReport | undefined;
      for await (const report of reports) {
        last = report;
        if (report.messages.length > 0) break;
      }
      expect(last).toMatchObject({ complete: false, profile: { id: 'github' } });
      expect(last?.messages).toHaveLength(1);
      const result = last?.results.find(({ code }) => code === 'signature_first');
      expect(result).toMatchObject({ outcome: 'failed', basis: 'documented' });
      expect(await ledger.get()).toEqual(before);
    });

    it('reports no secret of a source', async () => {
      const { certification, sources } = open().client;
      const { writeKey } = await sources.create({ name: 'Certified sender' });
      for await (const report of await certification.followSender(asked)) {
        const [request] = report.messages.flatMap(({ attempts }) => attempts);
        if (request === undefined) await fetch(report.url, { method: 'POST', body: writeKey });
        else {
          expect(request.bodyBytes).toBe(writeKey.length);
          expect(JSON.stringify(report)).not.toContain(writeKey);
          break;
        }
      }
    });

    it('returns the whole report at the maximum time, which is incomplete without requests', async () => {
      const report = await open().client.certification.runSender({ ...asked, maxTimeMs: 1_000 });
      expect(report).toMatchObject({ complete: true, verdict: 'incomplete', messages: [] });
      expect(report.counts).toMatchObject({ passed: 0, failed: 0, warned: 0 });
    });

    it('is rejected with the name of the invalid field', async () => {
      const { certification } = open().client;
      const run = (fields: object) => certification.runSender({ ...asked, ...fields });
      await expectFieldError(run({ secret: '' }), ['secret'], 'empty');
      await expectFieldError(run({ triggerUrl: 'nowhere' }), ['triggerUrl'], 'full URL');
      await expectFieldError(run({ port: 70_000 }), ['port'], '65535');
      await expectFieldError(run({ maxTimeMs: 1 }), ['maxTimeMs'], '1 s');
      await expectFieldError(
        run({ skip: [{ code: 'order', reason: '' }] }),
        ['skip', 0, 'reason'],
        'Say why',
      );
    });
  });
}
