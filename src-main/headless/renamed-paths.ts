/** REST paths of version 0.1 that have another name now: they answer 410 with the new one. */
const renamed: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^\/api\/authorities(?=\/|$)/, '/api/certificate-authorities'],
  [/^\/api\/development-authority(?=\/|$)/, '/api/development-ca'],
  [/^\/api\/notices(?=\/|$)/, '/api/alerts'],
  [/^\/api\/bulk(?=\/|$)/, '/api/jobs'],
  [/^\/api\/clock\/jump$/, '/api/clock/fast-forward/next-attempt'],
  [/^\/api\/clock\/settle$/, '/api/clock/fast-forward/settled'],
  [/^(\/api\/receivers\/[^/]+)\/rewind$/, '$1/reset-steps'],
];

/** The path now of a path that was renamed; null for any other. */
export function renamedPath(pathname: string): string | null {
  const found = renamed.find(([pattern]) => pattern.test(pathname));
  return found === undefined ? null : pathname.replace(...found);
}
