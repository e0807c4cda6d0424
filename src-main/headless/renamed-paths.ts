/** REST paths of version 0.1 that were renamed, by their start. They return 410 with the new path. */
export const renamedPaths: Readonly<Record<string, string>> = {
  '/authorities': '/certificate-authorities',
  '/development-authority': '/development-ca',
  '/notices': '/alerts',
  '/bulk': '/jobs',
  '/clock/jump': '/clock/fast-forward/next-attempt',
  '/clock/settle': '/clock/fast-forward/settled',
  '/resend-imports/{id}/progress': '/jobs',
  '/resend-imports/{id}/resume': '/jobs',
  '/receivers/{id}/rewind': '/receivers/{id}/reset-steps',
};

const renamed = Object.entries(renamedPaths).map(
  ([before, now]) =>
    [
      new RegExp(`^/api${before.replace('{id}', '([^/]+)')}(?=/|$)`),
      `/api${now.replace('{id}', '$1')}`,
    ] as const,
);

/** Returns the new path; null if it wasn't renamed. */
export function renamedPath(pathname: string): string | null {
  const match = renamed.find(([pattern]) => pattern.test(pathname));
  return match === undefined ? null : pathname.replace(...match);
}
