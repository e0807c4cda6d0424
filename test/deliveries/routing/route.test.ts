import { describe, expect, it } from 'vitest';
import { integrationsAllow, notSentReason } from '#main/deliveries/routing/route.ts';
import type { TrackFilter } from '#shared/connections/destination.ts';
import { defaultProfileId } from '#shared/profiles/profiles.ts';

const absent = Symbol('absent');
const flags = [true, false, {}, { key: 1 }, null, absent] as const;

/** D21: which combinations let the message through. */
const allowed: ReadonlyMap<unknown, { readonly allFalse: boolean; readonly otherwise: boolean }> =
  new Map<unknown, { allFalse: boolean; otherwise: boolean }>([
    [true, { allFalse: true, otherwise: true }],
    [false, { allFalse: false, otherwise: false }],
    ['object', { allFalse: true, otherwise: true }],
    [null, { allFalse: false, otherwise: true }],
    [absent, { allFalse: false, otherwise: true }],
  ]);

const expected = (flag: unknown, all: unknown): boolean => {
  const row = allowed.get(typeof flag === 'object' && flag !== null ? 'object' : flag);
  return (all === false ? row?.allFalse : row?.otherwise) ?? false;
};

const show = (value: unknown): string => (value === absent ? 'absent' : JSON.stringify(value));

describe('integrations', () => {
  for (const all of [true, false, absent])
    for (const flag of flags) {
      const passes = expected(flag, all);
      it(`with Webhooks ${show(flag)} and All ${show(all)} ${passes ? 'let the message through' : 'exclude the message'}`, () => {
        const integrations = {
          ...(all === absent ? {} : { All: all }),
          ...(flag === absent ? {} : { Webhooks: flag }),
        };
        expect(integrationsAllow(integrations)).toBe(passes);
      });
    }

  it('that are absent let the message through', () => {
    expect(integrationsAllow(undefined)).toBe(true);
  });

  it('are case-sensitive, in the name and in All', () => {
    expect(integrationsAllow({ webhooks: false, WEBHOOKS: false })).toBe(true);
    expect(integrationsAllow({ All: false, webhooks: true })).toBe(false);
    expect(integrationsAllow({ all: false })).toBe(true);
  });

  it('ignore properties inherited from Object.prototype', () => {
    expect(integrationsAllow({ All: false, __proto__: { Webhooks: true } })).toBe(false);
  });

  it('ignore other destinations', () => {
    expect(integrationsAllow({ All: false, Other: true })).toBe(false);
    expect(integrationsAllow({ Other: false })).toBe(true);
  });
});

describe('the track filter', () => {
  const reason = (trackFilter: TrackFilter, type: 'track' | 'page', event?: string) =>
    notSentReason(
      { trackFilter, profile: defaultProfileId },
      { type, ...(event === undefined ? {} : { event }) },
    );
  const block: TrackFilter = { mode: 'block', events: ['Noise'] };
  const allow: TrackFilter = { mode: 'allow', events: ['Signal'] };

  it('drops only the listed events in block mode', () => {
    expect(reason(block, 'track', 'Noise')).toBe('filtered');
    expect(reason(block, 'track', 'Signal')).toBeNull();
    expect(reason(block, 'track', 'noise')).toBeNull();
  });

  it('drops all but the listed events in allow mode', () => {
    expect(reason(allow, 'track', 'Signal')).toBeNull();
    expect(reason(allow, 'track', 'Noise')).toBe('filtered');
    expect(reason(allow, 'track', 'Signal ')).toBe('filtered');
  });

  it('blocks nothing, or allows nothing, when empty', () => {
    expect(reason({ mode: 'block', events: [] }, 'track', 'E')).toBeNull();
    expect(reason({ mode: 'allow', events: [] }, 'track', 'E')).toBe('filtered');
  });

  it('ignores other types', () => {
    expect(reason({ mode: 'allow', events: [] }, 'page')).toBeNull();
  });

  it('applies after the integrations: excluded messages do not count as filtered', () => {
    const message = { type: 'track', event: 'Noise', integrations: { All: false } } as const;
    expect(notSentReason({ trackFilter: block, profile: defaultProfileId }, message)).toBe(
      'excluded',
    );
  });
});
