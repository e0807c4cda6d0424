/** Certifying a receiver, over any transport. */
import { describe, expect, it } from 'vitest';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { checksOf } from '#shared/schemas/certification.ts';
import type { SenderReport } from '#shared/schemas/sender-certification.ts';
import { buggy, correct, secret, startReceiver } from '../core/certification/support/receivers.ts';
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
        note: null,
        responses: [{ status: 200 }, { status: 200 }],
      });
      expect(await ledger.get()).toEqual(before);
    });

    it('reports check by check, and stops when its stream is closed', async () => {
      const { certification } = open().client;
      const { url, requests } = await startReceiver(correct);
      const seen: number[] = [];
      for await (const { results } of await certification.follow({ url, secret }))
        seen.push(results.length);
      expect(seen).toEqual(
        checksOf(profileOf({ profile: defaultProfileId })).map((_, index) => index + 1),
      );
      const whole = requests.length;
      const following = await certification.follow({ url, secret });
      await following.next();
      await following.return();
      expect(requests.length).toBeLessThan(2 * whole);
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
    const asked = { profile: 'github', secret: 's3cret', maxTimeMs: 1_000 } as const;

    it('reports its URL first, judges what arrives, and ends at the maximum time', async () => {
      const { certification, ledger } = open().client;
      const before = await ledger.get();
      let last: SenderReport | undefined;
      for await (const report of await certification.followSender(asked)) {
        if (last === undefined) {
          const response = await fetch(report.url, { method: 'POST', body: '{}' });
          expect(response.status).toBe(200);
        }
        last = report;
      }
      expect(last).toMatchObject({ complete: true, verdict: 'failed', profile: { id: 'github' } });
      expect(last?.messages).toHaveLength(1);
      const result = last?.results.find(({ code }) => code === 'signature_first');
      expect(result).toMatchObject({ outcome: 'failed', basis: 'documented' });
      expect(await ledger.get()).toEqual(before);
    });

    it('returns the whole report, which is incomplete without requests', async () => {
      const report = await open().client.certification.runSender(asked);
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
