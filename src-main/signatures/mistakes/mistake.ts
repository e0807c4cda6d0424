import type { Language } from '#shared/signatures/signature.ts';
import type { Fix, Wording } from '../fixes.ts';
import { type JsonNode, readJson } from '../json/json-document.ts';

export type Sentence = (wording: Wording) => string;

const subjects = { receiver: 'Your server', sender: 'The sender' } as const;

/** What the party that computed the signature did. */
export const did =
  (what: string): Sentence =>
  ({ who }) =>
    `${subjects[who]} ${what}`;

/** A way in which the signature of any profile can be computed wrongly. */
export interface Mistake {
  /** Stable code, part of the public API. */
  readonly code: string;
  /** Description for the user. */
  readonly message: Sentence;
  readonly fix: Fix;
  /** The language in which this mistake occurs; absent if it can occur in any. */
  readonly language?: Language;
  /** Whether other parts of the request are hashed with the body; the difference is then one of the content. */
  readonly addsParts?: true;
}

/** A body as bytes, text and parsed JSON. */
export interface Body {
  readonly bytes: Buffer;
  readonly text: string;
  /** Returns undefined if the body is not JSON. */
  readonly document: () => JsonNode | undefined;
}

export function bodyOf(content: string | Buffer): Body {
  const isText = typeof content === 'string';
  let text = isText ? content : undefined;
  let read: { readonly document: JsonNode | undefined } | undefined;
  return {
    bytes: isText ? Buffer.from(content, 'utf8') : content,
    // Most bodies are only hashed, so decoding and parsing are lazy.
    get text() {
      text ??= this.bytes.toString('utf8');
      return text;
    },
    document() {
      read ??= { document: readJson(this.text) };
      return read.document;
    },
  };
}

/**
 * What may be hashed instead of the body: several if libraries differ, undefined if the mistake
 * doesn't apply.
 */
export type Changed = string | Buffer | readonly (string | Buffer)[] | undefined;

/** A mistake that changes the body before it is hashed. */
export interface BodyMistake extends Mistake {
  readonly change: (body: Body) => Changed;
  /** Never combined with other causes. Trying all pairs would take too long. */
  readonly isAlone?: true;
}
