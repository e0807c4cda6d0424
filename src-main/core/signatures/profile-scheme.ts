/** What the search for mistakes varies in a request that is signed by a profile. */
import { visibleText } from '#shared/lib/visible-text.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import {
  type ContentScheme,
  formText,
  isSignatureWith,
  keyBytes,
  signedContent,
  verificationKeys,
} from '../routing/profile-signature.ts';
import { type ReceivedSignature, timeOf } from '../routing/received-signature.ts';
import { bodyDifference } from './difference.ts';
import { type DigestForms, readingsOf } from './digest-readings.ts';
import type { RequestContext } from './families/family.ts';
import type { ChangedContent, ContentFacts } from './mistakes/content-mistake.ts';
import { contentMistakes } from './mistakes/content-mistakes.ts';
import { type Construction, constructions, hashChoicesFor } from './mistakes/digest-mistakes.ts';
import { formFieldsOf } from './mistakes/form-fields-of.ts';
import { formMistakes, writtenForms } from './mistakes/form-mistakes.ts';
import type { Mistake } from './mistakes/mistake.ts';
import { base64Decodings, copiedPrefixes, type SecretMistake } from './mistakes/secret-mistakes.ts';
import type { Frame, SearchedScheme } from './search.ts';
import type { SignatureSubject } from './signed-request.ts';

const encodings = { hex: 'lowercase hexadecimal', base64: 'base64' } as const;

/** The mistakes of the specification, in the words of another profile. */
function formsOf({ header, encoding }: ContentScheme): DigestForms {
  const right = `; ${header} has ${encodings[encoding]}.`;
  const renamed = <Form extends Mistake>(form: Form): Form => ({
    ...form,
    message: form.message.replace(/; X-Signature .*$/, right),
  });
  return {
    mistakes: formMistakes.map(renamed),
    written: writtenForms.map(renamed),
    hex:
      encoding === 'hex'
        ? null
        : { code: 'form_hex', message: `The digest is hexadecimal${right}`, fix: 'hex' },
  };
}

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

function framesOf(facts: ContentFacts, id: string, body: Buffer): readonly Frame[] {
  const content = (changed: ChangedContent) => (bytes: Buffer) =>
    contentWith(facts, id, changed, bytes);
  const right = content({})(body);
  const seen = new Set([right.toString('latin1')]);
  const frames: Frame[] = [{ step: null, content: content({}) }];
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
      // Its fix is that of the profile.
      const step = { mistake: mistake as unknown as Mistake, difference };
      frames.push({ step, content: content(changed) });
    }
  return frames;
}

/** An asymmetric signature has no digest: the first byte says whether a key verifies it. */
const verifying = (scheme: ContentScheme, signatures: readonly string[]): Construction => ({
  mistake: null,
  usesSecret: true,
  formula: () => '',
  digest: (_, secret, content) => {
    const keys = verificationKeys(
      { ...scheme, keyForm: 'hex' },
      Buffer.from(secret).toString('hex'),
    );
    const isValid = keys.some(({ key }) =>
      signatures.some((text) => isSignatureWith(scheme, key, content, text)),
    );
    return Buffer.from([isValid ? 1 : 0]);
  },
});

export const keyOf = (scheme: ContentScheme, secret: string): string | Buffer =>
  scheme.keyForm === 'text' ? secret : keyBytes(scheme, secret);

const own = (code: string, message: string, change: SecretMistake['change']): SecretMistake => ({
  code,
  message,
  fix: 'secret_bytes',
  change,
});

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

/** Mistakes with a secret that is decoded before it is used. */
const undecoded = ({ keyPrefix, keyForm }: ContentScheme): readonly SecretMistake[] =>
  keyForm === 'text'
    ? []
    : [
        own(
          'secret_not_decoded',
          'The receiver used the secret as text, without decoding it.',
          (text) => text,
        ),
        own(
          'secret_without_prefix_not_decoded',
          `The receiver removed "${keyPrefix}" from the secret, but did not decode the rest.`,
          (text) =>
            keyPrefix !== '' && text.startsWith(keyPrefix)
              ? text.slice(keyPrefix.length)
              : undefined,
        ),
        own(
          'secret_copied_prefix',
          'The receiver decoded the secret with a prefix that does not belong to it, such as "v1," or a second "whsec_".',
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
  const frames = framesOf(facts, received.id?.value ?? '', subject.body);
  const key = keyOf(scheme, subject.secret);
  const texts = received.signatures.length === 0 ? [observed] : received.signatures;
  if (scheme.kind === 'hmac')
    return {
      key,
      frames,
      hashes: hashChoicesFor(scheme.hash),
      constructions,
      readings: readingsOf(texts[0] ?? observed, formsOf(scheme), texts),
      maxMistakes: 2,
      bytesPerTrial: scheme.content.includes('{form}') ? bytesPerFormByte * subject.body.length : 0,
    };
  const isMatch = (digest: Buffer): readonly Mistake[] | undefined =>
    digest[0] === 1 ? [] : undefined;
  return {
    key,
    frames,
    hashes: [{ hash: 'sha256', name: '', mistake: null, digestBytes: 1 }],
    constructions: [verifying(scheme, texts)],
    readings: {
      mayBe: () => true,
      match: isMatch,
      mayBeComplete: () => false,
      matchComplete: () => undefined,
    },
    // Pairs would take too long.
    maxMistakes: 1,
    bytesPerTrial: bytesPerVerification,
  };
}
