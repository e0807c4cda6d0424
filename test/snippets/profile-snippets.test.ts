/** The snippets of every profile, with real deliveries and with requests that must be rejected. */
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { publicKeyText } from '#core/routing/profile-signature.ts';
import { webhookRequest } from '#core/routing/request-headers.ts';
import { samples } from '#core/send/samples/samples.ts';
import { profileSnippets } from '#shared/lib/verification/profile-snippets.ts';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import { providerVerifiers } from '../core/dispatch/provider-verifiers.ts';
import { canRun, runSnippet } from './run-snippet.ts';
import type { Runner } from './runners.ts';

const runnersByLanguage: Readonly<Record<string, (needsPackage: boolean) => Runner>> = {
  node: () => ({
    probe: [process.execPath, '--version'],
    needs: 'Node',
    run: [process.execPath, 'receiver.mjs'],
  }),
  python: (needsPackage) => ({
    probe: ['python3', '-c', needsPackage ? 'import cryptography' : 'import http.server'],
    needs: needsPackage ? 'Python with cryptography' : 'Python',
    run: ['python3', 'receiver.py'],
  }),
};

const standardSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const secretsOf = ({ id }: ProviderProfile): readonly [string, string] => {
  const { secret, otherSecret } = providerVerifiers[id] ?? {};
  if (secret !== undefined && otherSecret !== undefined) return [secret, otherSecret];
  return id === 'standard-webhooks' ? [standardSecret, `whsec_${'B'.repeat(32)}`] : ['a', 'b'];
};

const bodyOf = ({ id }: ProviderProfile): string => {
  const sample = samples.find(({ profile }) => profile === id);
  return sample?.kind === 'payload' ? sample.payload : '{"type":"track","name":"Zoë"}';
};

interface Change {
  readonly at?: number;
  readonly secret?: string;
  readonly body?: string;
}

/** A request as the dispatcher builds it; its body may be replaced after it was signed. */
async function send(url: string, profile: ProviderProfile, change: Change = {}): Promise<number> {
  const [secret] = secretsOf(profile);
  const body = Buffer.from(bodyOf(profile));
  const sent = webhookRequest(
    { profile, sharedSecret: change.secret ?? secret },
    { url, headers: {} },
    body,
    { at: change.at ?? Date.now(), retry: 0, message: () => ({ id: 'msg_1', event: 'x' }) },
  );
  const headers = sent.headers.filter(
    ([name]) => !['host', 'connection', 'content-length'].includes(name.toLowerCase()),
  );
  const response = await request(sent.url, {
    method: 'POST',
    headers: headers.flat(),
    body: change.body ?? body,
  });
  await response.body.dump();
  return response.statusCode;
}

for (const profile of builtInProfiles) {
  const { signature: scheme, tolerance } = profile;
  for (const snippet of profileSnippets(profile)) {
    const runner = runnersByLanguage[snippet.language]?.(snippet.install !== null);
    describe(`the snippet for ${profile.id} in ${snippet.title}`, () => {
      if (runner === undefined || !canRun(runner.probe)) {
        it.skip(`is skipped: ${runner?.needs ?? snippet.language} is missing`);
        return;
      }
      it('accepts signed requests and rejects others', { timeout: 60_000 }, async () => {
        const [secret, otherSecret] = secretsOf(profile);
        const url = await runSnippet(snippet, runner, publicKeyText(scheme, secret) ?? secret);
        const results: Record<string, number> = {
          valid: await send(url, profile),
          'with a query': await send(`${url}?a=1&b=%20`, profile),
          'with another secret': await send(url, profile, { secret: otherSecret }),
          unsigned: await send(url, { ...profile, signature: { kind: 'none' } }),
        };
        const expected: Record<string, number> = {
          valid: 200,
          'with a query': 200,
          'with another secret': 401,
          unsigned: 401,
        };
        if (scheme.kind !== 'token') {
          results['with another body'] = await send(url, profile, {
            body: `${bodyOf(profile)}&x=1`,
          });
          expected['with another body'] = 401;
        }
        if (tolerance.pastMs !== null) {
          results['too old'] = await send(url, profile, {
            at: Date.now() - tolerance.pastMs - 60_000,
          });
          expected['too old'] = 401;
        }
        if (tolerance.futureMs !== null) {
          results['too new'] = await send(url, profile, {
            at: Date.now() + tolerance.futureMs + 60_000,
          });
          expected['too new'] = 401;
        }
        expect(results).toEqual(expected);
      });
    });
  }
}
