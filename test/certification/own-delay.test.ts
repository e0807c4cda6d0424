/** A busy machine is no fault of the other side: what it disturbs is repeated, then inconclusive (D69). */
import { describe, expect, it } from 'vitest';
import { watchOwnDelay } from '#main/certification/own-delay.ts';
import { certify as certifyReceiver } from '#main/certification/receiver/certify-receiver.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import {
  type CertificationReport,
  CertificationRequest,
  checksOf,
} from '#shared/certification/receiver.ts';
import type { SenderReport } from '#shared/certification/sender.ts';
import { casesOf } from '#shared/certification/sender-checks.ts';
import { verdictText } from '#shared/certification/text.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { senderReport } from '#shared/report/certification-report.ts';
import { junitReport } from '#shared/report/junit.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { certify, follow } from './senders/certify.ts';
import { faults, plantedIn, serviceFaults } from './senders/faults.ts';
import type { Attempt, SenderRules } from './senders/sender.ts';
import { bullMqStyle, fifoStyle, plainStyle, svixStyle } from './senders/styles.ts';
import { delayOf } from './support/own-delay.ts';
import { type Behavior, buggy, correct, secret, startReceiver } from './support/receivers.ts';

describe('the own delay', () => {
  /** Its timer runs only when the test says so. */
  function manualClock() {
    let now = 1_000;
    let wallOffsetMs = 0;
    let due = (): void => undefined;
    return {
      now: () => now,
      wallNow: () => now + wallOffsetMs,
      at(_time: number, run: () => void) {
        due = run;
        return () => undefined;
      },
      wait(ms: number) {
        now += ms;
      },
      moveWall(ms: number) {
        wallOffsetMs += ms;
      },
      runTimer: () => due(),
    };
  }

  it('is the longest by which a timer was late since a time', () => {
    const clock = manualClock();
    const delay = watchOwnDelay(clock);
    const runOnTime = (): void => {
      clock.wait(20);
      clock.runTimer();
    };
    expect(delay.recent()).toBe(0);
    const startedAt = clock.now();
    clock.wait(520);
    expect(delay.since(clock.now())).toBe(500);
    clock.runTimer();
    runOnTime();
    expect(delay.recent()).toBe(500);
    expect(delay.since(clock.now())).toBe(0);
    clock.wait(220);
    clock.runTimer();
    const betweenAt = clock.now();
    for (let count = 0; count < 5_000; count += 1) runOnTime();
    expect(delay.since(startedAt)).toBe(500);
    expect(delay.since(betweenAt)).toBe(200);
    expect(delay.recent()).toBe(0);
  });

  it('counts time that only the wall clock shows, as of a suspended machine, for that time alone', () => {
    const clock = manualClock();
    const delay = watchOwnDelay(clock);
    const startedAt = clock.now();
    const runAfterMove = (ms: number): void => {
      clock.moveWall(ms);
      clock.wait(20);
      clock.runTimer();
    };
    runAfterMove(-3_600_000);
    expect(delay.since(startedAt)).toBe(0);
    runAfterMove(3_600_000);
    expect(delay.since(startedAt)).toBe(3_600_000);
    runAfterMove(0);
    expect(delay.since(clock.now())).toBe(0);
  });

  it('is no longer measured if the port of a certification is taken', async () => {
    const { url } = await startReceiver(correct);
    let stops = 0;
    const watchDelay = () => ({
      ...delayOf(() => 0),
      stop() {
        stops += 1;
      },
    });
    const reports = follow(fifoStyle, { port: Number(new URL(url).port) }, undefined, {
      watchDelay,
    });
    await expect(reports.next()).rejects.toThrow('is in use');
    expect(stops).toBe(1);
  });
});

// Of the time limit of 1 s, a tenth is tolerated.
const lateMs = 700;
const toleranceMs = 100;

const { profile } = fifoStyle;
const cases = casesOf(profile);
/** One message per case and per certificate. */
const firstMessages = cases.length + 4;
const numberOf = ({ event }: Attempt): number => Number(/\d+$/.exec(event.marker)?.[0]);

/** This process is late for some attempts of a sender that sends one message at a time. */
function certifyLate(rules: SenderRules, isLate: (attempt: Attempt) => boolean) {
  let lateAt = 0;
  return certify(
    fifoStyle,
    {
      ...rules,
      headers(attempt, body) {
        if (isLate(attempt)) lateAt = attempt.at;
        return rules.headers(attempt, body);
      },
    },
    { watchDelay: (clock) => delayOf(() => (clock.now() === lateAt ? lateMs : 0)) },
  );
}

const planted = (check: string): SenderRules => {
  const fault = faults.find((of) => of.check === check);
  if (fault === undefined) throw new Error(`There is no fault for "${check}".`);
  return plantedIn(fifoStyle, fault);
};

const failedIn = ({ results }: SenderReport) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);

const messagesOf = ({ messages }: SenderReport, name: string) =>
  messages.filter((message) => message.case === name);

const faultsByCase = [
  ['duplicates', 'accept'],
  ['slow_success', 'slow_accept'],
  ['retry_after', 'rate_limit'],
  ['retry_client_error', 'client_error'],
  ['time_limit', 'no_response'],
  ['redirects', 'redirect'],
] as const;

describe('a sender', () => {
  it('is certified if its messages are repeated while this process is on time', async () => {
    const report = await certifyLate(
      fifoStyle.rules,
      (attempt) => numberOf(attempt) <= cases.length && attempt.number === 1,
    );
    expect(report.verdict).toBe('certified');
    expect(cases.map((name) => messagesOf(report, name).length)).toEqual(cases.map(() => 2));
  });

  it.each(faultsByCase)('fails %s if only the first try was disturbed', async (check, name) => {
    const number = cases.indexOf(name) + 1;
    const report = await certifyLate(planted(check), (attempt) => numberOf(attempt) === number);
    expect(failedIn(report)).toEqual([check]);
    expect(messagesOf(report, name)).toHaveLength(2);
  });

  it.each(faultsByCase)('is inconclusive by %s if all tries were', async (check, name) => {
    const number = cases.indexOf(name) + 1;
    const report = await certifyLate(
      planted(check),
      (attempt) => numberOf(attempt) === number || numberOf(attempt) > firstMessages,
    );
    expect(failedIn(report)).toEqual([]);
    expect(messagesOf(report, name)).toHaveLength(3);
    expect(report.verdict).toBe('inconclusive');
    expect(report.results).toContainEqual(
      expect.objectContaining({
        code: check,
        outcome: 'inconclusive',
        inconclusive: { code: 'machine_busy', delayMs: lateMs, toleranceMs, tries: 3 },
      }),
    );
    expect(junitReport(senderReport(report))).toMatch(/failures="0" errors="[1-9]/);
  });
});

it.each([bullMqStyle, svixStyle, plainStyle])(
  'a right sender in $name is never accused, whenever this process is late',
  async (style) => {
    const delaysMs = [0, 40, 90, 150, lateMs];
    const random = seededRandom();
    const report = await certify(style, style.rules, {
      watchDelay: () => delayOf(() => delaysMs[(random.bytes(1)[0] ?? 0) % delaysMs.length] ?? 0),
    });
    expect(failedIn(report)).toEqual([]);
  },
);

it('a sender that may retry at once is certified however late its retries are read', async () => {
  const { profile, rules } = fifoStyle;
  const retries = { kind: 'delays' as const, delaysMs: [0, 600] };
  const style = { ...fifoStyle, profile: ProviderProfile.parse({ ...profile, retries }) };
  const delayMs: SenderRules['delayMs'] = (number, { retryAfterMs }) => {
    const delay = retries.delaysMs[number - 1];
    return delay === undefined ? null : Math.max(delay, retryAfterMs ?? 0);
  };
  const report = await certify(
    style,
    { ...rules, delayMs },
    { watchDelay: () => delayOf(() => toleranceMs / 2) },
  );
  expect(report.verdict).toBe('certified');
  expect(report.messages.filter((message) => message.case !== null)).toHaveLength(cases.length);
});

describe('random delays', () => {
  const noJitter = serviceFaults.find(({ check }) => check === 'jitter');
  if (noJitter === undefined) throw new Error('There is no such fault.');
  const { jitter } = svixStyle.profile.retries as { readonly jitter: { readonly plus: number } };
  const shortestRangeMs = 250 * 2 * jitter.plus;

  it.each([
    { what: 'are seen', rules: svixStyle.rules, outcome: 'passed' },
    { what: 'are not denied', rules: plantedIn(svixStyle, noJitter), outcome: 'inconclusive' },
  ])('$what though this process is late by a part of their range', async ({ rules, outcome }) => {
    const watchDelay = () => delayOf(() => shortestRangeMs * 0.15);
    const { results } = await certify(svixStyle, rules, { watchDelay });
    expect(results).toContainEqual(expect.objectContaining({ code: 'jitter', outcome }));
  });
});

describe('a sender that sends to a disabled endpoint', () => {
  const fault = serviceFaults.find(({ name }) => name === 'sends to a disabled endpoint');
  if (fault === undefined) throw new Error('There is no such fault.');

  it('gets no more messages', async () => {
    const report = await certify(svixStyle, plantedIn(svixStyle, fault));
    expect(failedIn(report)).toEqual(['disabling']);
    expect(messagesOf(report, 'gone')).toHaveLength(2);
    expect(report.messages.filter((message) => message.case === null)).toEqual([]);
  });
});

describe('a receiver', () => {
  const silent: Behavior = () => null;
  const defaultProfile = profileOf({ profile: defaultProfileId });

  /** This process is late by `delaysMs` in the first checks, and by the last one in all others. */
  async function certified(behavior: Behavior, delaysMs: readonly number[], timeLimitMs = 5_000) {
    const { url, requests } = await startReceiver(behavior);
    const left = [...delaysMs];
    const tools = {
      trust: createTrust(() => []),
      gate: openGate,
      now: Date.now,
      random: seededRandom(),
      watchDelay: () => ({
        ...delayOf(() => 0),
        since: () => (left.length > 1 ? left.shift() : left[0]) ?? 0,
      }),
    };
    const profile = { ...defaultProfile, timeLimitMs };
    let last: CertificationReport | undefined;
    for await (const report of certifyReceiver(
      tools,
      CertificationRequest.parse({ url, secret, profile }),
    ))
      last = report;
    if (last === undefined) throw new Error('There is no report.');
    return { report: last, first: last.results[0], requests };
  }

  it('is certified if the check is repeated while this process is on time', async () => {
    const { report, requests } = await certified(correct, [700, 0]);
    const once = await certified(correct, [0]);
    expect(report).toMatchObject({ certified: true, counts: { inconclusive: 0 } });
    expect(requests).toHaveLength(once.requests.length + 1);
  });

  it('fails if only the first try was disturbed', async () => {
    const { first, requests } = await certified(silent, [700, 700, 0], 50);
    expect(first).toMatchObject({ code: 'responds_in_time', outcome: 'failed' });
    expect(requests).toHaveLength(3);
  });

  it('is inconclusive if all tries were, and no further check runs', async () => {
    const { report, first, requests } = await certified(silent, [700], 50);
    expect(first).toMatchObject({
      outcome: 'inconclusive',
      inconclusive: { code: 'machine_busy', delayMs: 700, toleranceMs: 5, tries: 3 },
    });
    expect(requests).toHaveLength(3);
    expect(report).toMatchObject({ complete: true, certified: false, counts: { failed: 0 } });
    expect(report.counts.not_run).toBe(checksOf(defaultProfile).length - 1);
    expect(verdictText(report)).toBe('Inconclusive');
  });

  it('is judged by its responses, whenever they were read', async () => {
    const { report } = await certified(buggy.trims, [700]);
    const outcomes = new Map(report.results.map(({ code, outcome }) => [code, outcome]));
    expect(outcomes.get('responds_in_time')).toBe('inconclusive');
    expect(outcomes.get('accept_track')).toBe('passed');
    expect(outcomes.get('reject_added_white_space')).toBe('failed');
    expect(verdictText(report)).toBe('Not certified');
  });
});
