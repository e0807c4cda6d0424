/** What the search for mistakes varies in a request that is signed by a profile. */
import { visibleText } from '#shared/kit/visible-text.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { RequestContext } from './candidate-groups/candidate-group.ts';
import type { ContentCandidate, SearchedScheme } from './candidates.ts';
import { bodyDifference } from './difference.ts';
import { matcherOf } from './digest-matcher.ts';
import type { ChangedContent, ContentFacts } from './mistakes/content-mistake.ts';
import { contentMistakes } from './mistakes/content-mistakes.ts';
import { type DigestMethod, digestMethods, hashCandidatesFor } from './mistakes/digest-mistakes.ts';
import { formFieldsOf } from './mistakes/form-body-mistakes.ts';
import { did } from './mistakes/mistake.ts';
import { base64Decodings, copiedPrefixes, type SecretMistake } from './mistakes/secret-mistakes.ts';
import { type DecodedSignature, decodeSignature } from './mistakes/signature-formats.ts';
import type { SignatureSubject } from './signed-request.ts';
import {
  type ContentScheme,
  formText,
  isSignatureWith,
  keyBytes,
  signedContent,
  verificationKeys,
} from './signing/profile-signature.ts';
import { type ReceivedSignature, timeOf } from './signing/received-signature.ts';

function contentWith(
  facts: ContentFacts,
  id: string,
  changed: ChangedContent,
  body: Buffer,
): Buffer {
  const template = changed.template ?? facts.template;
  const changedBody = changed.body?.(body) ?? body;
  return Buffer.from(
    signedContent(template, changed.timestamp ?? facts.timestamp, {
      method: changed.method ?? facts.method,
      url: changed.url ?? facts.url,
      body: changedBody,
      form: () => changed.form?.(body) ?? formText(formFieldsOf(changedBody)),
      id: () => id,
    }),
  );
}

/** The rest of the content. */
function aroundBody(facts: ContentFacts, id: string, body: Buffer): SearchedScheme['around'] {
  const [before, after] = facts.template.split('{body}');
  if (before === undefined || after === undefined) return null;
  const part = (template: string) => contentWith(facts, id, { template }, body);
  return [part(before), part(after)];
}

function contentCandidates(
  facts: ContentFacts,
  id: string,
  body: Buffer,
): readonly ContentCandidate[] {
  const content = (changed: ChangedContent) => (bytes: Buffer) =>
    contentWith(facts, id, changed, bytes);
  const right = content({})(body);
  const seen = new Set([right.toString('latin1')]);
  const contents: ContentCandidate[] = [{ step: null, bytesOf: content({}) }];
  for (const mistake of contentMistakes)
    for (const changed of mistake.change(facts)) {
      const found = content(changed)(body);
      const key = found.toString('latin1');
      if (seen.has(key)) continue;
      seen.add(key);
      const difference = () =>
        changed.url === undefined
          ? { ...bodyDifference(right, found), of: 'content' as const }
          : {
              of: 'url' as const,
              expected: visibleText(facts.url),
              found: visibleText(changed.url),
              offset: null,
            };
      contents.push({ step: { mistake, difference }, bytesOf: content(changed) });
    }
  return contents;
}

/** An asymmetric signature has no digest: instead, the signature that a key verifies; empty if there is none. */
const verifying = (
  scheme: ContentScheme,
  signatures: readonly DecodedSignature[],
): DigestMethod => ({
  mistake: null,
  usesSecret: true,
  formula: () => '',
  digest: (_, secret, content) => {
    const keys = verificationKeys(
      { ...scheme, keyForm: 'hex' },
      Buffer.from(secret).toString('hex'),
    );
    const valid = signatures.find(({ bytes }) =>
      keys.some(({ key }) =>
        isSignatureWith(scheme, key, content, bytes.toString(scheme.encoding)),
      ),
    );
    return valid?.bytes ?? Buffer.alloc(0);
  },
});

export const keyOf = (scheme: ContentScheme, secret: string): string | Buffer =>
  scheme.keyForm === 'text' ? secret : keyBytes(scheme, secret);

const own = (code: string, what: string, change: SecretMistake['change']): SecretMistake => ({
  ...{ code, message: did(what), fix: 'secret_bytes', change },
});

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

/** Mistakes with a secret that is decoded before it is used. */
const undecoded = ({ keyPrefix, keyForm }: ContentScheme): readonly SecretMistake[] =>
  keyForm === 'text'
    ? []
    : [
        own('secret_not_decoded', 'used the secret as text, without decoding it.', (text) => text),
        own(
          'secret_without_prefix_not_decoded',
          `removed "${keyPrefix}" from the secret, but did not decode the rest.`,
          (text) =>
            keyPrefix !== '' && text.startsWith(keyPrefix)
              ? text.slice(keyPrefix.length)
              : undefined,
        ),
        own(
          'secret_copied_prefix',
          'decoded the secret with a prefix that does not belong to it, such as "v1," or a second "whsec_".',
          (text) =>
            copiedPrefixes.flatMap((prefix) =>
              [prefix + text, prefix + withoutPrefix(text, keyPrefix)].flatMap((copied) =>
                base64Decodings(withoutPrefix(copied, keyPrefix)),
              ),
            ),
        ),
      ];

/** Secrets of others become keys as the profile says; everything else is done to the text. */
export const secretMistakesFor = (
  scheme: ContentScheme,
  mistakes: readonly SecretMistake[],
): readonly SecretMistake[] => [
  ...undecoded(scheme),
  ...mistakes
    .filter(({ fix }) => scheme.kind === 'hmac' || fix === 'right_secret')
    .map((mistake) =>
      mistake.fix === 'right_secret'
        ? {
            ...mistake,
            change: (text: string) => {
              const other = mistake.change(text);
              return typeof other === 'string' ? keyOf(scheme, other) : other;
            },
          }
        : mistake,
    ),
];

export interface ProfileSearch {
  readonly profile: ProviderProfile;
  readonly scheme: ContentScheme;
  readonly subject: SignatureSubject;
  readonly received: ReceivedSignature;
  readonly observed: string;
  readonly context: RequestContext;
}

/** Verifying takes about as long as hashing this many bytes. */
const bytesPerVerification = 200_000;

/** Reading a byte of a form takes about as long as hashing this many. */
const bytesPerFormByte = 50;

export function searchedScheme(search: ProfileSearch): SearchedScheme {
  const { profile, scheme, subject, received, observed, context } = search;
  const timestamp = received.timestamp?.value ?? '';
  const facts: ContentFacts = {
    template: scheme.content,
    unit: profile.timestamp,
    bodyHashParameter: profile.bodyHashParameter,
    timestamp,
    time: timeOf(profile.timestamp, timestamp),
    method: subject.method,
    url: subject.url,
    otherUrls: context.urls,
    clockSeconds: context.seconds,
  };
  const id = received.id?.value ?? '';
  const contents = contentCandidates(facts, id, subject.body);
  const key = keyOf(scheme, subject.secret);
  const texts = received.signatures.length === 0 ? [observed] : received.signatures;
  if (scheme.kind === 'hmac')
    return {
      key,
      contents,
      around: aroundBody(facts, id, subject.body),
      hashes: hashCandidatesFor(scheme.hash),
      methods: digestMethods,
      matcher: matcherOf(scheme, texts),
      maxMistakes: 2,
      bytesPerTrial: scheme.content.includes('{form}') ? bytesPerFormByte * subject.body.length : 0,
    };
  const signatures = texts.flatMap((text) => decodeSignature(scheme, text));
  return {
    key,
    contents,
    around: null,
    hashes: [{ hash: 'sha256', name: '', mistake: null, digestBytes: 1 }],
    methods: [verifying(scheme, signatures)],
    matcher: {
      mayBe: () => true,
      match: (digest, maxFormats) =>
        signatures.find(
          ({ bytes, mistakes }) => mistakes.length <= maxFormats && bytes.equals(digest),
        )?.mistakes,
      mayBeComplete: () => false,
      matchComplete: () => undefined,
    },
    // Pairs would take too long.
    maxMistakes: 1,
    bytesPerTrial: bytesPerVerification,
  };
}
