/** What an agent may do. Each level includes the ones before it. */
export const accessLevels = ['read', 'write', 'delete'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const isAccessLevel = (text: string): text is AccessLevel =>
  accessLevels.some((level) => level === text);

export const allows = (allowed: AccessLevel, needed: AccessLevel): boolean =>
  accessLevels.indexOf(allowed) >= accessLevels.indexOf(needed);
