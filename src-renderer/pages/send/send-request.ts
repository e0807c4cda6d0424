/** From what is typed to what is asked of the core, or the sentences that say why not. Pure. */
import { parseExact } from '#shared/lib/exact-json.ts';
import { SendRequest } from '#shared/schemas/send.ts';

export interface TypedSend {
  readonly source: string;
  readonly text: string;
  readonly count: number | null;
  readonly perSecond: number | null;
}

export type CheckedSend =
  | { readonly request: SendRequest }
  | {
      readonly request: null;
      readonly problems: Readonly<Partial<Record<'message' | 'count' | 'perSecond', string>>>;
    };

function messageIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

export function checkSend({ source, text, count, perSecond }: TypedSend): CheckedSend {
  const message = messageIn(text);
  const result = SendRequest.safeParse({
    source,
    // What is not JSON is refused as not being an object, rather than as missing.
    message: message === undefined ? null : message,
    // An emptied count is refused; only one that is left out would mean 1.
    count: count ?? Number.NaN,
    // A rate means nothing for a single message.
    ...(perSecond === null || count === 1 ? {} : { perSecond }),
  });
  if (result.success) return { request: result.data };
  const issues = result.error.issues.map(({ path, message: sentence }) => [path[0], sentence]);
  return { request: null, problems: Object.fromEntries(issues) };
}
