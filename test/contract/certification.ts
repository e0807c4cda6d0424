/** Certifying a receiver, over any transport. */
import { describe, expect, it } from 'vitest';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { checksOf } from '#shared/schemas/certification.ts';
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
}
