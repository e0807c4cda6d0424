import type { Language } from '#shared/signatures/signature.ts';
import { type JsonStyle, writeJson } from '../../json/json-style.ts';
import { type BodyMistake, did } from '../mistake.ts';

export const compact = { comma: ',', colon: ':', order: 'kept' } as const;
/** One member per line. The space of the comma is dropped at the end of the line. */
export const pretty = { comma: ', ', colon: ': ', order: 'kept', indent: '  ' } as const;

export type Rewritten = (
  code: string,
  description: string,
  style: JsonStyle,
  ending?: string,
) => BodyMistake;

/** The body re-serialized by a language's library. A null language means any. */
export const rewrittenBy =
  (language: Language | null): Rewritten =>
  (code, description, style, ending = '') => ({
    code,
    ...(language !== null && { language }),
    message: did(`hashed the body parsed and re-serialized by ${description}.`),
    fix: 'raw_body',
    change(body) {
      const document = body.document();
      const changed = document && writeJson(document, style);
      return changed && changed + ending;
    },
  });

/** The body, as is or re-serialized, encoded as a JSON string. */
export const quotedBy = (
  language: Language,
  code: string,
  description: string,
  { text }: JsonStyle,
  rewrites: readonly JsonStyle[],
): BodyMistake => ({
  code,
  language,
  isAlone: true,
  message: did(`hashed the body encoded twice by ${description}, as a JSON string in quotes.`),
  fix: 'raw_body',
  change(body) {
    const document = body.document();
    const inner = rewrites.flatMap((style) => (document && writeJson(document, style)) ?? []);
    return [body.text, ...inner].map(text);
  },
});
