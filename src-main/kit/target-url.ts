import { type RequestedUrl, requestedUrl } from '#shared/kit/webhook-url.ts';

/** Servers behind others decode a path several times. */
const maxDecodings = 5;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Also `%u002e`, which some servers decode. A `%` without digits stays. */
const decoded = (path: string): string =>
  path.replace(/%u([\da-f]{4})|((?:%[\da-f]{2})+)/gi, (_, unit?: string, bytes?: string) =>
    unit === undefined
      ? utf8.decode(Buffer.from((bytes ?? '').replaceAll('%', ''), 'hex'))
      : String.fromCharCode(Number.parseInt(unit, 16)),
  );

/** Some servers end a segment at these, or ignore a NUL, tab or line break. */
const isParent = (segment: string): boolean => /^\.\.(?:$|[;?#\0\s])/.test(segment);

const hasParent = (path: string): boolean =>
  path
    .split(/[/\\]/)
    .some((segment) => isParent(segment) || isParent(segment.replace(/[\0\t\n\r]/g, '')));

/** Whether some server may read a segment of the path as `..`; also if it isn't UTF-8, as overlong forms of a dot. */
function mayLeave(received: string): boolean {
  try {
    let path = utf8.decode(Buffer.from(received, 'latin1'));
    for (let decodings = 0; decodings <= maxDecodings; decodings += 1) {
      if (hasParent(path)) return true;
      const next = decoded(path);
      if (next === path) return false;
      path = next;
    }
    return true;
  } catch {
    return true;
  }
}

/**
 * The target's URL, with the rest of the request's path and its query, byte for byte (D54, D66). Null if the path has a
 * segment that some server reads as `..`: it could leave the path of the target. Null, too, if it has a `#`, where servers
 * end it or not.
 */
export function targetUrl(
  { url: base }: { readonly url: string },
  received: string,
): RequestedUrl | null {
  const { origin, target } = requestedUrl(base);
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? [];
  const parts = /^\/mock\/[^/?#]+([^?#]*)(?:\?(.*))?$/s.exec(received);
  if (parts === null) return null;
  const [, rest = '', more] = parts;
  if (mayLeave(rest)) return null;
  const hasQuery = query !== undefined || more !== undefined;
  const search = hasQuery ? `?${[query, more].filter(Boolean).join('&')}` : '';
  return { origin, target: `${rest === '' ? path : path.replace(/\/$/, '')}${rest}${search}` };
}
