import { expect, it } from 'vitest';
import { logLevel } from '#shared/lib/log-level.ts';

it.each(['debug', '%s is a log level', 'warn', 'error'] as const)('%s is taken', (level) =>
  expect(logLevel(level)).toBe(level),
);

it.each([undefined, '%s falls back to info', 'verbose', 'INFO', 'silent'])('%s is info', (wanted) =>
  expect(logLevel(wanted)).toBe('info'),
);
