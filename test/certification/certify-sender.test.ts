/** Certification of senders: correct ones pass, and each planted fault fails its check only. */
import { describe, expect, it } from 'vitest';
import type { SenderReport } from '#shared/certification/sender.ts';
import { isExtraFailure } from '#shared/certification/sender-checks.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { certify } from './senders/certify.ts';
import {
  type Fault,
  faults,
  orderFault,
  plainFaults,
  plantedIn,
  serviceFaults,
  waitingFault,
} from './senders/faults.ts';
import type { SenderRules } from './senders/sender.ts';
import {
  anonymousStyle,
  bullMqStyle,
  ed25519Style,
  fifoStyle,
  plainStyle,
  publicBytes,
  type Style,
  signedWithSeed,
  svixStyle,
} from './senders/styles.ts';
import { delayOf } from './support/own-delay.ts';

const codesOf = ({ results }: SenderReport, outcome: string): readonly string[] =>
  results.filter((result) => result.outcome === outcome).map(({ code }) => code);

// Nearly all of the time is waiting.
describe.each([
  { style: bullMqStyle, planted: [...faults, orderFault] },
  { style: anonymousStyle, planted: [] },
  { style: svixStyle, planted: [...faults, orderFault, ...serviceFaults] },
  { style: fifoStyle, planted: [waitingFault] },
  { style: plainStyle, planted: plainFaults },
])('a sender in $style.name', ({ style, planted }) => {
  it('is certified', async () => {
    const report = await certify(style, style.rules);
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(codesOf(report, 'not_observed')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'certified', complete: true, messagesNeeded: 0 });
  });

  it.each([
    { number: 1, unobserved: ['signature_first'] },
    { number: 2, unobserved: [] },
  ])('fails nothing by breaking off attempt $number of each message', async (broken) => {
    const breaksOff: SenderRules['breaksOff'] = ({ number }) => number === broken.number;
    const report = await certify(style, { ...style.rules, breaksOff });
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(codesOf(report, 'not_observed')).toEqual(broken.unobserved);
  });

  it.each([-3_600_000, 3_600_000])(
    'is certified if the machine clock moves by %i ms',
    async (ms) => {
      const clock = new FakeClock();
      let left = 1;
      const headers: SenderRules['headers'] = (attempt, body) => {
        if (attempt.number === 2 && left-- === 1) clock.moveWall(ms);
        return style.rules.headers({ ...attempt, at: clock.wallNow() }, body);
      };
      const report = await certify(style, { ...style.rules, headers }, {}, clock);
      expect(codesOf(report, 'failed')).toEqual([]);
      expect(report.verdict).toBe('certified');
      expect(report.endsAt - report.startedAt).toBe(60_000);
    },
  );

  it.each(planted)('that $name fails $check', async (fault: Fault) => {
    const report = await certify(style, plantedIn(style, fault));
    expect(codesOf(report, 'failed').toSorted()).toEqual(
      [fault.check, ...(fault.also ?? [])].toSorted(),
    );
    expect(report.verdict).toBe('failed');
    const result = report.results.find(({ code }) => code === fault.check);
    expect(result?.evidence.length).toBeGreaterThan(0);
  });
});

describe('a restart of a sender', () => {
  const certifyRestarted = (
    style: Style,
    rules: Partial<SenderRules> = {},
    delayMs = 0,
    endMs = 0,
  ) =>
    certify(
      style,
      { ...style.rules, ...rules },
      { watchDelay: () => delayOf(() => delayMs) },
      new FakeClock(),
      endMs,
    );

  it.each([bullMqStyle, svixStyle, fifoStyle, plainStyle])(
    'in $name is certified if retries are kept',
    async (style) => {
      const report = await certifyRestarted(style);
      expect(codesOf(report, 'failed')).toEqual([]);
      expect(codesOf(report, 'passed')).toContain('restart');
      expect(report.verdict).toBe('certified');
    },
  );

  it.each([bullMqStyle, svixStyle, fifoStyle, plainStyle])(
    'in $name fails if retries are lost',
    async (style) => {
      const report = await certifyRestarted(style, { keepsRetries: false });
      expect(codesOf(report, 'failed')).toEqual(['restart']);
    },
  );

  it('fails if several workers send what one of them has delivered', async () => {
    const report = await certifyRestarted(plainStyle, { recoveries: 2 });
    expect(codesOf(report, 'failed')).toEqual(['duplicates']);
  });

  it('fails if what was delivered before is sent again', async () => {
    const report = await certifyRestarted(plainStyle, { sendsDeliveredAgain: true });
    expect(codesOf(report, 'failed')).toEqual(['duplicates']);
  });

  it('fails alike if this process was late for the first message', async () => {
    let first = Number.NaN;
    const headers: SenderRules['headers'] = (attempt, body) => {
      if (Number.isNaN(first)) first = attempt.at;
      return plainStyle.rules.headers(attempt, body);
    };
    const report = await certify(
      plainStyle,
      { ...plainStyle.rules, headers, sendsDeliveredAgain: true },
      { watchDelay: (clock) => delayOf(() => (clock.now() === first ? 700 : 0)) },
      new FakeClock(),
      0,
    );
    expect(codesOf(report, 'failed')).toEqual(['duplicates']);
  });

  it('is not judged, as the only check, if all attempts came while the sender ended', async () => {
    const report = await certifyRestarted(plainStyle, {}, 0, 10_000);
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(codesOf(report, 'not_observed')).toEqual(['restart']);
  });

  it('is judged by a lost connection where no response is retried', async () => {
    const { profile, rules } = plainStyle;
    const style: Style = {
      ...plainStyle,
      profile: {
        ...profile,
        success: { ...profile.success, notRetried: ['4xx', '5xx'], retried: [] },
      },
    };
    const isRetried: SenderRules['isRetried'] = (result, number) =>
      (result.status ?? 0) < 400 && rules.isRetried(result, number);
    const kept = await certifyRestarted(style, { isRetried });
    expect(codesOf(kept, 'passed')).toContain('restart');
    const lost = await certifyRestarted(style, { isRetried, keepsRetries: false });
    expect(codesOf(lost, 'failed')).toEqual(['restart']);
  });

  it('leaves time for the other messages though its retry may come much later', async () => {
    const delayMs = 3_600_000;
    const style: Style = {
      ...plainStyle,
      profile: {
        ...plainStyle.profile,
        retries: { kind: 'delays', delaysMs: [delayMs], jitter: { minus: 0, plus: 0 } },
      },
    };
    const { trigger } = await certifyRestarted(style, {
      delayMs: (number) => (number === 1 ? delayMs : null),
      keepsRetries: false,
    });
    expect(trigger?.sent).toBeGreaterThan(1);
    expect(trigger?.sent).toBe(trigger?.total);
  });

  it('is judged alike, however late this process is', async () => {
    const kept = await certifyRestarted(svixStyle, {}, 700);
    expect(codesOf(kept, 'failed')).toEqual([]);
    expect(codesOf(kept, 'passed')).toContain('restart');
  });
});

it('a sender that signs with its public key fails', async () => {
  expect((await certify(ed25519Style, ed25519Style.rules)).verdict).toBe('certified');
  const headers: SenderRules['headers'] = (attempt, body) =>
    ed25519Style.rules
      .headers(attempt, body)
      .map((text, index, lines) =>
        lines[index - 1] === ed25519Style.signatureHeader
          ? signedWithSeed(publicBytes, attempt, body)
          : text,
      );
  const report = await certify(ed25519Style, { ...ed25519Style.rules, headers });
  expect(codesOf(report, 'failed')).toEqual(['signature_first', 'signature_retry']);
  expect(report.results.find(({ code }) => code === 'signature_first')?.message).not.toContain(
    'expected',
  );
});

describe('a sender that retries hardly any failure', () => {
  const profile = ProviderProfile.parse({
    ...svixStyle.profile,
    success: { accepted: ['2xx'], notRetried: ['3xx', '4xx'], retried: [] },
  });
  const isRetried: SenderRules['isRetried'] = (result, number) =>
    !/^[34]/.test(String(result.status)) && svixStyle.rules.isRetried(result, number);
  const certifyWith = (rules: Partial<SenderRules> = {}) =>
    certify({ ...svixStyle, profile }, { ...svixStyle.rules, isRetried, ...rules });

  it('is certified if its delays are random', async () => {
    const report = await certifyWith();
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(report.verdict).toBe('certified');
    expect(report.messages.filter(({ case: name }) => isExtraFailure(name))).toHaveLength(5);
  });

  it('is certified if its redirects are followed, and failures slowed down', async () => {
    const { success } = profile;
    const minDelay = { delayMs: 400, afterTimeout: false, afterStatuses: ['5xx'] };
    const changed = { ...profile, success: { ...success, notRetried: ['4xx'] }, minDelay };
    const style = {
      ...svixStyle,
      profile: ProviderProfile.parse({ ...changed, redirects: 'followed' }),
    };
    const report = await certify(style, {
      ...svixStyle.rules,
      isRetried,
      followedRedirects: [302, 307, 308],
      delayMs: (number, result, event) => {
        const delayMs = svixStyle.rules.delayMs(number, result, event);
        const isSlowed = number === 1 && (result.status ?? 0) >= 500;
        return delayMs === null || !isSlowed
          ? delayMs
          : Math.max((delayMs * minDelay.delayMs) / 250, result.retryAfterMs ?? 0);
      },
    });
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(codesOf(report, 'not_observed')).toEqual([]);
    expect(report.messages.filter(({ case: name }) => isExtraFailure(name))).toHaveLength(6);
  });

  it('fails if each retry has a delay of its own', async () => {
    const delaysMs = [210, 590, 1_700];
    const report = await certifyWith({
      delayMs: (number, { retryAfterMs }) => {
        const delayMs = delaysMs[number - 1];
        return delayMs === undefined ? null : Math.max(delayMs, retryAfterMs ?? 0);
      },
    });
    expect(codesOf(report, 'failed')).toEqual(['jitter']);
  });
});

describe('a profile', () => {
  const certifyWith = (change: Partial<ProviderProfile>, rules: Partial<SenderRules>) =>
    certify(
      { ...svixStyle, profile: ProviderProfile.parse({ ...svixStyle.profile, ...change }) },
      { ...svixStyle.rules, ...rules },
    );

  it('warns of what it only recommends', async () => {
    const report = await certifyWith({ recommended: ['time_limit'] }, { timeoutMs: 100 });
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(report.results).toContainEqual(
      expect.objectContaining({ code: 'time_limit', outcome: 'warned', basis: 'recommended' }),
    );
  });

  it('allows any time limit in its range', async () => {
    const report = await certifyWith({ timeLimitMs: 200, timeLimitMaxMs: 1_500 }, {});
    expect(codesOf(report, 'passed')).toContain('time_limit');
  });

  it('allows attempts to be counted in the body', async () => {
    const body: SenderRules['body'] = (attempt) =>
      JSON.stringify([{ data: svixStyle.rules.body(attempt), attemptNumber: attempt.number - 1 }]);
    const report = await certifyWith({ attemptField: 'attemptNumber' }, { body });
    expect(codesOf(report, 'passed')).toContain('same_body');
  });

  it.each([
    [2, 'passed'],
    [3, 'failed'],
  ])('that follows 2 redirects: %i %s', async (maxRedirects, outcome) => {
    const report = await certifyWith(
      { redirects: 'followed', maxRedirects: 2 },
      { maxRedirects, followedRedirects: [302, 307, 308] },
    );
    expect(codesOf(report, outcome)).toContain('redirects');
  });

  it('that follows no redirects: one is followed with a query', async () => {
    const target = (url: string) => (url.includes('redirected') ? `${url}?id=1` : url);
    const report = await certifyWith({}, { target, followedRedirects: [302] });
    expect(codesOf(report, 'failed')).toContain('redirects');
  });

  it('may accept only a 204', async () => {
    const success = { ...svixStyle.profile.success, accepted: ['204'] };
    expect(codesOf(await certifyWith({ success }, {}), 'passed')).toContain('duplicates');
  });

  it('may have a longer delay after a timeout', async () => {
    const minDelay = { delayMs: 2_000, afterTimeout: true, afterStatuses: [] };
    const { delayMs } = svixStyle.rules;
    const slower: SenderRules['delayMs'] = (number, result, event) =>
      result.reason === 'timeout' ? 2_000 : delayMs(number, result, event);
    expect(codesOf(await certifyWith({ minDelay }, { delayMs: slower }), 'passed')).toContain(
      'backoff',
    );
    expect(codesOf(await certifyWith({ minDelay }, {}), 'failed')).toEqual(['backoff']);
  });
});
