import { type RequestedUrl, requestedUrl } from '#shared/lib/webhook-url.ts';

/**
 * The separators and dots of a path, also as some servers read them: encoded, even several times or as `%u002e`, or with
 * `\`. Some end a segment at a NUL, and ignore spaces and tabs at its end.
 */
const separator = String.raw`[/\\]|%(?:25)*(?:u00)?(?:2f|5c)`;
const segmentEnd = String.raw`$|[;\s]|%(?:25)*(?:u00)?(?:3b|0[09ad]|20)|${separator}`;
const parentSegment = new RegExp(
  String.raw`(?:${separator})(?:\.|%(?:25)*(?:u00)?2e){2}(?=${segmentEnd})`,
  'i',
);

/**
 * The target's URL, with the rest of the request's path and its query, byte for byte (D54, D66). Null if the path has a
 * segment that some server reads as `..`: it could leave the path of the target.
 */
export function targetUrl(
  { url: base }: { readonly url: string },
  received: string,
): RequestedUrl | null {
  const { origin, target } = requestedUrl(base);
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? [];
  const [, rest = '', more] = /^\/r\/[^/?#]+([^?#]*)(?:\?(.*))?$/s.exec(received) ?? [];
  if (parentSegment.test(rest)) return null;
  const hasQuery = query !== undefined || more !== undefined;
  const search = hasQuery ? `?${[query, more].filter(Boolean).join('&')}` : '';
  return { origin, target: `${rest === '' ? path : path.replace(/\/$/, '')}${rest}${search}` };
}
