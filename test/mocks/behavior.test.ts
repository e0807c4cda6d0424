/** The order of a mock endpoint's responses, and what applies before its steps. */
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Mock, NewMock } from '#shared/mocks/mock.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { sign } from '#test/support/sign.ts';
import { sharedCore, startCore } from '#test/support/start-core.ts';

const starting = sharedCore();

type Settings = Partial<z.input<typeof NewMock>>;

const post = (mock: Mock, body = 'hi', headers: Record<string, string> = {}) =>
  fetch(urlOf(mock), { method: 'POST', body, headers, redirect: 'manual' });

async function statuses(mock: Mock, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let request = 0; request < count; request += 1) seen.push((await post(mock)).status);
  return seen;
}

async function make(settings: Settings): Promise<Mock> {
  const { core } = await starting;
  return makeMock(core, settings);
}

const three503 = [{ status: 503, times: 3 }, { status: 200 }];

describe('the steps of a mock endpoint', () => {
  it('follow each other, and the last one is repeated', async () => {
    expect(await statuses(await make({ steps: three503 }), 6)).toEqual([
      503, 503, 503, 200, 200, 200,
    ]);
  });

  it('restart when they repeat', async () => {
    const mock = await make({ steps: three503, then: 'repeat' });
    expect(await statuses(mock, 6)).toEqual([503, 503, 503, 200, 503, 503]);
  });

  it('are drawn by weight, the same ones with the same seed', async () => {
    const settings: Settings = {
      steps: [{ status: 503 }, { status: 200, times: 2 }],
      then: 'random',
    };
    const one = await statuses(await make({ ...settings, seed: 7 }), 60);
    const same = await statuses(await make({ ...settings, seed: 7 }), 60);
    const other = await statuses(await make({ ...settings, seed: 8 }), 60);
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    const failures = one.filter((status) => status === 503).length;
    expect(failures).toBeGreaterThan(10);
    expect(failures).toBeLessThan(30);
  });

  it('restart when they are reset or changed, but not when the mock endpoint is renamed', async () => {
    const { core } = await starting;
    const mock = await make({ steps: three503 });
    await statuses(mock, 3);
    const renamed = await core.mocks.update({ id: mock.id, name: 'renamed' });
    expect(renamed).toMatchObject({ responded: 3, nextStep: 1 });
    expect(await statuses(renamed, 1)).toEqual([200]);
    await core.mocks.resetSteps({ id: mock.id });
    expect(await statuses(renamed, 1)).toEqual([503]);
    const steps = [{ ...mock.steps[0], status: 500 }, mock.steps[1]];
    const changed = await core.mocks.update({ id: mock.id, steps: steps as Mock['steps'] });
    expect(changed).toMatchObject({ responded: 0, nextStep: 0 });
  });

  it('return their status, headers and body for any method', async () => {
    const mock = await make({
      steps: [
        {
          status: 418,
          headers: { 'X-Odd': 'é', 'Content-Type': 'application/json' },
          body: '{"ü":1}',
        },
      ],
    });
    const response = await fetch(`${urlOf(mock)}/deeper?and=query`, { method: 'PUT' });
    expect(response.status).toBe(418);
    expect(response.headers.get('x-odd')).toBe('é');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('{"ü":1}');
  });

  it('wait in real time, and stop when the client leaves', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const mock = await makeMock(core, {
      steps: [{ delayMs: 5_200 }, { delayMs: 1_000, delayMaxMs: 3_000 }],
    });
    const responding = post(mock);
    await clock.scheduled(clock.now() + 5_200);
    clock.advance(5_199);
    expect(await Promise.race([responding.then(() => 'responded'), tick()])).toBe('not yet');
    clock.advance(1);
    expect((await responding).status).toBe(200);
    const leaving = new AbortController();
    const left = fetch(urlOf(mock), { signal: leaving.signal }).catch(() => 'left');
    const planned = await until(() => clock.nextAt);
    expect(planned - clock.now()).toBeGreaterThanOrEqual(1_000);
    expect(planned - clock.now()).toBeLessThanOrEqual(3_000);
    leaving.abort();
    await clock.cancelled(planned);
    expect(await left).toBe('left');
  });
});

/** One turn of the event loop, including sockets. */
const tick = () =>
  new Promise<string>((resolve) => setImmediate(() => setImmediate(() => resolve('not yet'))));

async function until<Found>(find: () => Found | null): Promise<Found> {
  for (;;) {
    const found = find();
    if (found !== null) return found;
    await tick();
  }
}

describe('a strict mock endpoint', () => {
  it('returns 401 without a digest for a wrong or missing signature, without using a step', async () => {
    const { core, followed } = await starting;
    const mock = await make({ secret: 'sécret', strict: true, steps: three503 });
    const body = '{ "a": 1 }';
    const right = { 'X-Signature': sign('sécret', body) };
    const ofParsed = { 'X-Signature': sign('sécret', '{"a":1}') };
    for (const headers of [{}, { 'X-Signature': 'f00' }, ofParsed]) {
      const response = await post(mock, body, headers);
      expect(response.status).toBe(401);
      const digests = [right, ofParsed].map((signature) => signature['X-Signature']);
      const sent = `${JSON.stringify([...response.headers])}${await response.text()}`;
      expect(digests.filter((digest) => sent.includes(digest))).toEqual([]);
    }
    expect((await post(mock, body, right)).status).toBe(503);
    const { items } = await followed.until(() => {
      const page = core.mockRequests.list({ id: mock.id, limit: 10 });
      return page.items.length === 4 && page;
    });
    expect(items.map(({ signature }) => [signature?.raw, signature?.parsed])).toEqual([
      ['match', 'mismatch'],
      ['mismatch', 'match'],
      ['mismatch', 'mismatch'],
      ['missing', 'missing'],
    ]);
    expect(items.map(({ cause }) => cause)).toEqual([
      'step',
      'signature',
      'signature',
      'signature',
    ]);
    expect(core.mockRequests.get({ id: mock.id, requestId: items[0]?.id ?? 0 }).signature).toEqual({
      raw: 'match',
      parsed: 'mismatch',
      profile: 'segment-classic',
      header: 'X-Signature',
      received: right['X-Signature'],
      expectedRaw: right['X-Signature'],
      expectedParsed: ofParsed['X-Signature'],
    });
  });
});

describe('a rate limit', () => {
  it('returns 429 with Retry-After beyond its requests per second', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const mock = await makeMock(core, {
      rateLimit: { perSecond: 2, retryAfterSeconds: 7 },
      steps: three503,
    });
    expect(await statuses(mock, 3)).toEqual([503, 503, 429]);
    expect((await post(mock)).headers.get('retry-after')).toBe('7');
    clock.advance(999);
    expect(await statuses(mock, 1)).toEqual([429]);
    clock.advance(1);
    expect(await statuses(mock, 3)).toEqual([503, 200, 429]);
  });
});

describe('an outage', () => {
  /** The local time of that day, in the machine's time zone. */
  const at = (hours: number, minutes: number): FakeClock => {
    const clock = new FakeClock();
    const day = new Date(clock.now());
    clock.advanceTo(
      new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, hours, minutes).getTime(),
    );
    return clock;
  };
  const minuteMs = 60_000;

  it('lasts from one time of day to another, also across midnight', async () => {
    const clock = at(23, 49);
    const { core } = await startCore({ clock });
    const night = await makeMock(core, { outage: { from: '23:50', to: '00:10', status: 502 } });
    const day = await makeMock(core, { outage: { from: '00:10', to: '02:30' } });
    expect([await statuses(night, 1), await statuses(day, 1)]).toEqual([[200], [200]]);
    clock.advance(minuteMs);
    expect([await statuses(night, 1), await statuses(day, 1)]).toEqual([[502], [200]]);
    clock.advance(20 * minuteMs);
    expect([await statuses(night, 1), await statuses(day, 1)]).toEqual([[200], [503]]);
    clock.advance(140 * minuteMs);
    expect([await statuses(night, 1), await statuses(day, 1)]).toEqual([[200], [200]]);
  });

  it('refuses connections meanwhile if configured', async () => {
    const clock = at(0, 0);
    const { core, followed } = await startCore({ clock });
    const mock = await makeMock(core, {
      outage: { from: '00:10', to: '02:30', fault: 'refuse_connection' },
    });
    const listening = (wanted: Mock['listening']) =>
      followed.until(() => core.mocks.get({ id: mock.id }).listening === wanted);
    expect(await statuses(mock, 1)).toEqual([200]);
    clock.advance(10 * minuteMs);
    await listening('refusing');
    expect((await speak(urlOf(mock))).ended).toBe('refused');
    expect(core.mocks.get({ id: mock.id }).url).toBe(mock.url);
    clock.advance(140 * minuteMs);
    await listening('listening');
    expect(await statuses(mock, 1)).toEqual([200]);
  });
});

describe('an outage that refuses connections, when the clock returns to real time', () => {
  it('ends in virtual time, and starts again at its start time', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const inAnHour = new Date(clock.now() + 60 * 60_000);
    const two = (value: number) => String(value).padStart(2, '0');
    const timeOfDay = (minutes: number) => {
      const date = new Date(inAnHour.getTime() + minutes * 60_000);
      return `${two(date.getHours())}:${two(date.getMinutes())}`;
    };
    const fault = 'refuse_connection';
    const later = await makeMock(core, {
      outage: { from: timeOfDay(0), to: timeOfDay(120), fault },
    });
    const now = await makeMock(core, {
      outage: { from: timeOfDay(-60), to: timeOfDay(0), fault },
    });
    const until = (first: Mock['listening'], second: Mock['listening']) =>
      followed.until(
        () =>
          core.mocks.get({ id: later.id }).listening === first &&
          core.mocks.get({ id: now.id }).listening === second,
      );
    await until('listening', 'refusing');
    await core.clock.set({ mode: 'fast', speed: 3_600 });
    clock.advance(1_500);
    await until('refusing', 'listening');
    await core.clock.set({ mode: 'real', speed: 1 });
    await until('listening', 'refusing');
    clock.advance(90 * 60_000);
    await until('refusing', 'listening');
  });
});

describe('an outage with a duration', () => {
  const hour = 3_600_000;

  it('starts when it is saved, ends once, and starts again when the steps are reset', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const mock = await makeMock(core, {
      outage: { durationMs: 2 * hour, fault: 'refuse_connection' },
    });
    const listening = (wanted: Mock['listening']) =>
      followed.until(() => core.mocks.get({ id: mock.id }).listening === wanted);
    expect(mock).toMatchObject({
      listening: 'refusing',
      outage: { durationMs: 2 * hour, startsAt: clock.now() },
    });
    clock.advance(2 * hour - 1);
    expect((await speak(urlOf(mock))).ended).toBe('refused');
    clock.advance(1);
    await listening('listening');
    // A day later, at the same time of day, it is still over.
    clock.advance(23 * hour);
    expect(await statuses(mock, 1)).toEqual([200]);
    const again = await core.mocks.resetSteps({ id: mock.id });
    expect(again).toMatchObject({ listening: 'refusing', outage: { startsAt: clock.now() } });
  });

  it('continues when other settings change, and restarts when it is saved without a start', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const { id, outage } = await makeMock(core, { outage: { durationMs: hour } });
    clock.advance(hour);
    expect((await core.mocks.update({ id, seed: 7 })).outage).toEqual(outage);
    const saved = { durationMs: hour, status: 502, fault: 'none' as const };
    const updated = await core.mocks.update({ id, outage: saved });
    expect(updated.outage).toEqual({ ...saved, startsAt: clock.now() });
    expect(await statuses(updated, 1)).toEqual([502]);
  });

  it('is neither restarted nor ended when the clock returns to real time', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const fault = 'refuse_connection';
    const short = await makeMock(core, { outage: { durationMs: hour, fault } });
    const long = await makeMock(core, { outage: { durationMs: 4 * hour, fault } });
    await core.clock.set({ mode: 'fast', speed: 3_600 });
    clock.advance(2_000);
    await followed.until(() => core.mocks.get({ id: short.id }).listening === 'listening');
    const late = await makeMock(core, { outage: { durationMs: hour } });
    await core.clock.set({ mode: 'real', speed: 1 });
    const startOf = ({ id }: Mock) => {
      const { outage } = core.mocks.get({ id });
      return outage !== null && 'durationMs' in outage ? outage.startsAt : undefined;
    };
    await followed.until(() => startOf(short) === null && startOf(late) === null);
    expect(core.mocks.get({ id: short.id }).listening).toBe('listening');
    expect(await statuses(late, 1)).toEqual([200]);
    expect(core.mocks.get({ id: long.id }).listening).toBe('refusing');
  });
});

describe('a refused connection', () => {
  it('comes after the requests before it, also on a kept-alive connection', async () => {
    const mock = await make({ steps: [{ times: 2 }, { fault: 'refuse_connection' }] });
    // Node's fetch keeps connections open and reuses them.
    expect(await statuses(mock, 2)).toEqual([200, 200]);
    await expect(post(mock)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    const { core } = await starting;
    await core.mocks.resetSteps({ id: mock.id });
    expect(await statuses(mock, 1)).toEqual([200]);
  });

  it('resets an open connection instead of leaving its request without a response', async () => {
    const mock = await make({ steps: [{}, { fault: 'refuse_connection' }] });
    const { hostname, port, pathname } = new URL(urlOf(mock));
    const early = net.connect(Number(port), hostname);
    onTestFinished(() => void early.destroy());
    await once(early, 'connect');
    expect(await statuses(mock, 1)).toEqual([200]);
    const ended = once(early, 'end');
    early.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    await expect(ended).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

it('an unknown mock endpoint gets an explanation', async () => {
  const { core } = await starting;
  const { mockUrl } = core.system.get();
  const ask = async (path: string) => {
    const response = await fetch(`${mockUrl}${path}`);
    return [response.status, await response.text()];
  };
  expect(await ask('/mock/unknown')).toEqual([404, expect.stringContaining('/mock/unknown')]);
  expect(await ask('/')).toEqual([404, expect.stringContaining('/mock/<name>')]);
  const secure = await make({ tls: 'good' });
  expect(await ask(`/mock/${secure.name}`)).toEqual([404, expect.stringContaining(urlOf(secure))]);
});
