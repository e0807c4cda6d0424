import { expect, it } from 'vitest';
import { isLogged } from '#shared/client/log.ts';

it.each(['analytics', '*', 'express:*, analytics', 'other analytics', 'ana*', '*,-other', 'a*s'])(
  'DEBUG=%s shows it',
  (setting) => expect(isLogged(setting)).toBe(true),
);

it.each([
  '',
  'analytics:*',
  'analytic',
  '*,-analytics',
  'analytics -ana*',
  '-analytics',
  'a.alytics',
])('DEBUG=%s does not', (setting) => expect(isLogged(setting)).toBe(false));
