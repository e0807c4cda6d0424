/** Every snippet whose language is installed, with real deliveries and forged ones. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { skipBecause, skipWithout } from '#test/support/skipped.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { hashOf, readRecording } from './recordings.ts';
import {
  expectedStatuses,
  postSigned,
  postUnsigned,
  rejectsWithoutSecret,
  secret,
  statusesOf,
} from './requests.ts';
import { type BuiltSnippet, buildSnippet, type RunningSnippet } from './run-snippet.ts';
import { programOf, recordedRunners, runners } from './runners.ts';

/** Those of the default profile. */
const snippets = verificationSnippets(profileOf({ profile: defaultProfileId }));

const events = [
  track({ event: 'Order Completed', properties: {} }),
  track({ event: 'Zoë 😀 </b> & "x" \\ / \u2028', properties: { '10': 1, '2': 2, é: 'ß' } }),
  track({ properties: { big: 1e21, small: 1e-7, none: null, list: [[], {}] } }),
];

/** In the middle of a body; resolves when the server has received it. */
async function hangUp(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await once(socket, 'connect');
  // A response to a second request shows that the first was received.
  await postUnsigned(url);
  socket.resetAndDestroy();
  await once(socket, 'close');
}

describe('verification snippets', () => {
  it('are tested or recorded', () => {
    const known = [...Object.keys(runners), ...Object.keys(recordedRunners)];
    expect(snippets.map(({ id }) => id).sort()).toEqual(known.sort());
  });

  for (const snippet of snippets)
    it(`${snippet.id} uses the secret's variable, and a constant-time comparison`, () => {
      const code = snippet.code('STAGING_SECRET');
      expect(code).toContain('STAGING_SECRET');
      expect(code).not.toContain('WEBHOOK_SECRET');
      expect(code).toMatch(
        /timingSafeEqual|compare_digest|hmac\.Equal|secure_compare|hash_equals|MessageDigest\.isEqual|FixedTimeEquals|verify_slice/,
      );
    });
});

const starting = sharedCore();

for (const snippet of snippets) {
  const runner = runners[snippet.id];
  if (runner === undefined) continue;
  describe(`the snippet for ${snippet.title}`, () => {
    if (programOf(runner) === null) {
      skipWithout(runner.language ?? 'Node');
      return;
    }

    let built: BuiltSnippet;
    let running: RunningSnippet | undefined;
    beforeAll(async () => {
      built = buildSnippet(snippet, runner);
      running = await built.start(secret);
    });
    afterAll(async () => {
      await running?.stop();
      built?.remove();
    });
    const url = () => running?.url ?? '';

    it('accepts real deliveries', async () => {
      const { core, followed } = await starting;
      const { id } = await connect(core, { urls: [url()], sharedSecret: secret });
      onTestFinished(() => core.destinations.remove({ id }));
      for (const event of events) {
        const { delivery } = await send(core, event);
        const { lastStatus } = await followed.state(delivery.id, 'delivered');
        expect(lastStatus).toBe(200);
      }
    });

    it('rejects forged requests', async () => {
      expect(await statusesOf(url())).toEqual(expectedStatuses);
    });

    it('accepts nothing without a secret', async () => {
      expect(await rejectsWithoutSecret(built)).toBe(true);
    });

    // Others run in our own hosts, or in servers that handle one request at a time.
    if (snippet.language === 'node' && runner.beside === undefined)
      it('survives a client that disconnects in the middle of a body', async () => {
        await hangUp(url());
        // Both may arrive in one turn of the event loop; the second is handled after the first.
        await postUnsigned(url());
        expect(await postSigned(url())).toBe(200);
      });
  });
}

for (const snippet of snippets) {
  const runner = recordedRunners[snippet.id];
  if (runner === undefined) continue;
  describe(`the snippet for ${snippet.title}`, () => {
    const recording = readRecording(snippet.id);
    if (recording === null)
      skipBecause(
        `the snippet for ${snippet.title} is not recorded yet (npm run snippets -- --record on a machine with ${runner.needs})`,
      );
    else
      it(`was correct with ${recording.versions.at(-1)}, and has not changed since`, () => {
        const { sha256, statuses } = recording;
        expect({ sha256, statuses }).toEqual({
          sha256: hashOf(snippet),
          statuses: expectedStatuses,
        });
        expect(recording.rejectsWithoutSecret).toBe(true);
      });
  });
}
