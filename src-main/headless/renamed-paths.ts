/** REST paths of version 0.1 that were renamed. They return 410 with the new path. */
const renamed: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^\/api\/authorities(?=\/|$)/, '/api/certificate-authorities'],
  [/^\/api\/development-authority(?=\/|$)/, '/api/development-ca'],
  [/^\/api\/notices(?=\/|$)/, '/api/alerts'],
  [/^\/api\/bulk(?=\/|$)/, '/api/jobs'],
  [/^\/api\/clock\/jump$/, '/api/clock/fast-forward/next-attempt'],
  [/^\/api\/clock\/settle$/, '/api/clock/fast-forward/settled'],
  [/^(\/api\/receivers\/[^/]+)\/rewind$/, '$1/reset-steps'],
];

/** Returns the new path; null if it wasn't renamed. */
export function renamedPath(pathname: string): string | null {
  const found = renamed.find(([pattern]) => pattern.test(pathname));
  return found === undefined ? null : pathname.replace(...found);
}
