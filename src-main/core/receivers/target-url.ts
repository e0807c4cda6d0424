/** The separators and dots of a path, also as some servers read them: encoded, even several times, or with `\`. */
const separator = String.raw`[/\\]|%(?:25)*(?:2f|5c)`;
const parentSegment = new RegExp(
  String.raw`(?:${separator})(?:\.|%(?:25)*2e){2}(?=$|;|%(?:25)*3b|${separator})`,
  'i',
);

/**
 * The target's URL, with the rest of the request's path and its query. Null if the result is not below the path of
 * the target. The URL itself resolves what every server reads as `..`, so a segment that is left is refused.
 */
export function targetUrl({ url: base }: { readonly url: string }, requestUrl: string): URL | null {
  const url = new URL(base);
  const [, rest = '', query = ''] = /^\/r\/[^/?#]+([^?#]*)\??(.*)$/.exec(requestUrl) ?? [];
  if (rest !== '') {
    const parent = url.pathname.replace(/\/$/, '');
    url.pathname = `${parent}${rest}`;
    const added = url.pathname.slice(parent.length);
    if (!url.pathname.startsWith(`${parent}/`) || parentSegment.test(added)) return null;
  }
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url;
}
