import { type RequestedUrl, requestedUrl } from '#shared/lib/webhook-url.ts';

/** The separators and dots of a path, also as some servers read them: encoded, even several times, or with `\`. */
const separator = String.raw`[/\\]|%(?:25)*(?:2f|5c)`;
const parentSegment = new RegExp(
  String.raw`(?:${separator})(?:\.|%(?:25)*2e){2}(?=$|;|%(?:25)*3b|${separator})`,
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
