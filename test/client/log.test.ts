import { expect, it } from 'vitest';
import { isLogged } from '#shared/client/log.ts';

it.each(['analytics', '*', 'express:*, analytics', 'other analytics', 'ana*', '*,-other', 'a*s'])(
  'DEBUG=%s enables the log',
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
])('DEBUG=%s does not enable the log', (setting) => expect(isLogged(setting)).toBe(false));
