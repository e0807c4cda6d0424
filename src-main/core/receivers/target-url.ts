/** The target's URL, with the rest of the request's path and its query. */
export function targetUrl({ url: base }: { readonly url: string }, requestUrl: string): URL {
  const url = new URL(base);
  const [, rest = '', query = ''] = /^\/r\/[^/?#]+([^?#]*)\??(.*)$/.exec(requestUrl) ?? [];
  if (rest !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${rest}`;
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url;
}
