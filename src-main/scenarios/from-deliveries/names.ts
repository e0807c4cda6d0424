/** Names for what a scenario has: of URLs, and unused ones. */

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'server';

export const unusedName = (
  base: string,
  separator: string,
  isTaken: (name: string) => boolean,
): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${separator}${number}`;
    if (!isTaken(name)) return name;
  }
};

/** Gives each key a name of its own, made from a title. */
export function createNames(separator: string) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (key: string, title: string): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = unusedName(title, separator, (candidate) => taken.has(candidate));
    names.set(key, name);
    taken.add(name);
    return name;
  };
}

/** Such as `server` for this machine, and `api-example-com`. */
export function titleOfUrl(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|127\.|\[)/.test(host) ? 'server' : slug(host);
}
