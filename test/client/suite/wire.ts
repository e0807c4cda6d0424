/** Over real HTTP, with the platform's own fetch, to the recording service. */
import { Analytics, type Message } from '#shared/client/index.ts';
import { cases, equal, isTrue } from './case.ts';
import { track } from './fake-service.ts';

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly batch: readonly Message[] };
}

/** Requests received with the write key. */
async function recorded(url: string, writeKey: string): Promise<readonly Recorded[]> {
  const all = (await (await fetch(`${url}/recorded`)).json()) as readonly Recorded[];
  return all.filter(({ headers }) => headers.authorization === `Basic ${btoa(`${writeKey}:`)}`);
}

export const wire = cases('D41, on the wire', {
  'a batch is posted to /v1/batch with Unicode intact': async ({ url }) => {
    const analytics = new Analytics('wire', { endpoint: `${url}/` });
    const traits = { 'é<&>': 'ünïcode \u2028 🪝', lone: '\ud800', none: null, list: [1, 2.5] };
    analytics.identify({ userId: 'ü', traits });
    await analytics.close();
    const [request, ...others] = await recorded(url, 'wire');
    equal(others.length, 0);
    equal([request?.method, request?.path], ['POST', '/v1/batch']);
    equal(request?.headers['content-type'], 'application/json');
    const [message] = request?.body.batch ?? [];
    equal([message?.userId, message?.traits], ['ü', traits]);
  },
  "the platform's own fetch can be given": async ({ url }) => {
    const analytics = new Analytics('given-fetch', { endpoint: url, fetch: globalThis.fetch });
    analytics.track(track);
    await analytics.close();
    equal((await recorded(url, 'given-fetch')).length, 1);
  },
  'a service that fails at first with Retry-After gets the batch': async ({ url }) => {
    const reported: string[] = [];
    const analytics = new Analytics('failing-at-first', {
      endpoint: `${url}/fail/2`,
      onSuccess: ({ messages }) => void reported.push(`delivered ${messages.length}`),
      onError: ({ message }) => void reported.push(message),
    });
    for (let index = 0; index < 30; index += 1) analytics.track(track);
    await analytics.close();
    equal(reported, ['delivered 20', 'delivered 10']);
    const sizes = (await recorded(url, 'failing-at-first')).map(({ body }) => body.batch.length);
    equal(sizes, [20, 20, 20, 10]);
  },
  'a redirect is not followed': async ({ url }) => {
    const reported: (number | null)[] = [];
    const analytics = new Analytics('redirected', {
      endpoint: `${url}/redirect`,
      onError: ({ status }) => void reported.push(status),
    });
    analytics.track(track);
    await analytics.close();
    isTrue(
      reported.length === 1 && [0, 302].includes(reported[0] ?? -1),
      `it was dropped, not ${reported}`,
    );
  },
});
