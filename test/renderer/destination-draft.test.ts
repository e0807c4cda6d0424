import { describe, expect, it } from 'vitest';
import { rebasedDraft } from '#renderer/kit/forms/draft.ts';
import {
  changedSettings,
  copyName,
  type DestinationDraft,
  DestinationForm,
  draftIssues,
  draftOf,
  emptyDraft,
  formPath,
  settingsOf,
} from '#renderer/places/connections/destinations/editor/destination-draft.ts';
import {
  attemptsText,
  scheduleSteps,
} from '#renderer/places/connections/destinations/editor/retry-card.tsx';
import { NewDestination } from '#shared/connections/destination.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';

const good: DestinationDraft = {
  ...emptyDraft(['src_1']),
  name: 'Staging hooks',
  urls: [{ url: 'http://localhost:3000/webhook', headers: [] }],
};

const withHeaders = (...headers: { name: string; value: string }[]): DestinationDraft => ({
  ...good,
  urls: [...good.urls, { url: '', headers: [] }, { url: 'https://api.acme.test/hooks', headers }],
});

const messagesOf = (draft: DestinationDraft): Record<string, string> =>
  Object.fromEntries(draftIssues(draft).map(({ path, message }) => [path.join('.'), message]));

describe('the draft of a destination', () => {
  it('starts with the documented defaults', () => {
    const settings = NewDestination.parse(settingsOf(good));
    expect(settings).toEqual(
      NewDestination.parse({
        name: 'Staging hooks',
        webhookUrl: 'http://localhost:3000/webhook',
        sourceIds: ['src_1'],
      }),
    );
  });

  it('equals the saved destination', () => {
    const saved = {
      ...NewDestination.parse({
        ...settingsOf(withHeaders({ name: 'X-Env', value: 'staging' })),
        retry: { baseMs: 1_500, capMs: 90_000, jitter: 0.333, windowMs: 3_600_000 },
      }),
      id: 'dst_1',
      createdAt: 1,
      updatedAt: 1,
    };
    const { enabled: _, ...settings } = NewDestination.parse(saved);
    expect(settingsOf(draftOf(saved))).toEqual(settings);
    expect(draftOf(saved).retry).toEqual({
      base: '1.5 s',
      cap: '1 min 30 s',
      jitterPercent: 33.3,
      window: '1 h',
    });
  });

  it('keeps the single URL and the list of the specification apart', () => {
    const header = { name: 'X-Env', value: 'staging' };
    const urls = [
      { url: 'http://a.test/', headers: [] },
      { url: 'http://b.test/', headers: [header] },
    ];
    const second = { url: 'http://b.test/', headers: { 'X-Env': 'staging' } };
    expect(settingsOf({ ...good, urls })).toMatchObject({
      webhookUrl: 'http://a.test/',
      webhooks: [second],
    });
    // The single URL has no headers.
    expect(settingsOf({ ...good, urls: urls.toReversed() })).toMatchObject({
      webhookUrl: '',
      webhooks: [second, { url: 'http://a.test/', headers: {} }],
    });
    const listed = { ...NewDestination.parse({ name: 'x', webhooks: [second] }), createdAt: 1 };
    expect(
      changedSettings(
        draftOf({ ...listed, id: 'd', updatedAt: 1 }),
        settingsOf(draftOf({ ...listed, id: 'd', updatedAt: 1 })),
      ),
    ).toEqual({});
  });

  it('ignores empty rows', () => {
    const draft = withHeaders({ name: '', value: '' });
    expect(settingsOf(draft).webhooks).toEqual([
      { url: 'https://api.acme.test/hooks', headers: {} },
    ]);
    expect(draftIssues(draft)).toEqual([]);
  });
});

describe('a validation error', () => {
  it('is at its field, with the message of the schema', () => {
    const messages = messagesOf({
      ...good,
      name: ' ',
      urls: [{ url: 'example.com:3000', headers: [] }],
    });
    expect(messages).toEqual({
      name: expect.stringMatching(/empty/),
      'urls.0.url': expect.stringMatching(/https:/),
    });
  });

  it('is in its row of the form, whatever rows before it are empty', () => {
    const messages = messagesOf(
      withHeaders({ name: 'Host', value: 'x' }, { name: 'X-Env', value: 'a\nb' }),
    );
    expect(Object.keys(messages)).toEqual(['urls.2.headers.0.name', 'urls.2.headers.1.value']);
  });

  it('names a repeated header, in any letter case', () => {
    const messages = messagesOf(
      withHeaders({ name: 'X-Env', value: 'a' }, { name: 'x-env', value: 'b' }),
    );
    expect(messages['urls.2.headers.1.name']).toMatch(/Duplicate header/);
  });

  it('limits headers and webhooks', () => {
    const six = Array.from({ length: 6 }, (_, index) => ({ name: `X-${index}`, value: '' }));
    expect(messagesOf(withHeaders(...six))['urls.2.headers']).toMatch(/at most 5/);
    const urls = six.map((_, index) => ({ url: `http://a.test/${index}`, headers: [] }));
    expect(messagesOf({ ...good, urls }).urls).toMatch(/at most 5 URLs/);
  });

  it('asks for the missing unit of a duration', () => {
    const messages = messagesOf({ ...good, retry: { ...good.retry, base: '10', window: '5 h' } });
    expect(messages['retry.base']).toMatch(/duration/);
    expect(messages['retry.window']).toMatch(/at most 4 hours/);
    expect(messagesOf({ ...good, retry: { ...good.retry, jitterPercent: null } })).toEqual({
      'retry.jitterPercent': expect.stringMatching(/100%/),
    });
  });

  it('of the server is at its field too', () => {
    const draft = withHeaders({ name: 'X-Env', value: 'a' });
    expect(formPath(['webhookUrl'], draft)).toEqual(['urls', 0, 'url']);
    expect(formPath(['webhooks', 0, 'url'], draft)).toEqual(['urls', 2, 'url']);
    expect(formPath(['sourceIds', 3], draft)).toEqual(['sourceIds']);
    expect(formPath(['name'], draft)).toEqual(['name']);
  });

  it('does not occur for a valid draft', () => {
    expect(DestinationForm.parse(good)).toEqual(settingsOf(good));
  });
});

describe('saving', () => {
  it('sends only changed fields', () => {
    const changed = settingsOf({ ...good, name: 'New', retry: { ...good.retry, base: '20s' } });
    expect(changedSettings(good, changed)).toEqual({
      name: 'New',
      retry: { ...defaultRetryPolicy, baseMs: 20_000 },
    });
    expect(changedSettings(good, settingsOf({ ...good, name: ' Staging hooks ' }))).toEqual({});
  });

  it('keeps unsaved input when the destination is changed elsewhere', () => {
    const typed = { ...good, name: 'Typed' };
    const elsewhere = { ...good, fanOut: 'each' as const, name: 'Elsewhere' };
    expect(rebasedDraft(typed, good, elsewhere)).toEqual({ ...elsewhere, name: 'Typed' });
  });

  it('gives a copy a unique name', () => {
    expect(copyName('A', ['A'])).toBe('A copy');
    expect(copyName('A', ['A', 'A copy'])).toBe('A copy 2');
    expect(copyName('x'.repeat(100), [])).toHaveLength(100);
  });
});

describe('the backoff schedule', () => {
  it('grows to the maximum delay and ends with the window', () => {
    const steps = scheduleSteps(defaultRetryPolicy);
    expect(steps[0]).toEqual({
      number: 1,
      elapsedMs: 7_500,
      delayMs: 7_500,
      earliestMs: 5_000,
      latestMs: 10_000,
    });
    expect(steps.at(-1)?.delayMs).toBe(15 * 60_000);
    expect(steps.every((step) => step.elapsedMs <= defaultRetryPolicy.windowMs)).toBe(true);
  });

  it('is summarized', () => {
    expect(attemptsText(defaultRetryPolicy)).toBe(
      'about 22 attempts in 4 h (18 to 30 with jitter)',
    );
    expect(attemptsText({ ...defaultRetryPolicy, jitter: 0 })).toBe('18 attempts in 4 h');
    expect(attemptsText({ ...defaultRetryPolicy, windowMs: 0 })).toMatch(/^1 attempt:/);
  });
});
