import { expect, it } from 'vitest';
import { logLevel } from '#shared/kit/log-level.ts';

it.each(['debug', 'info', 'warn', 'error'] as const)('%s is a log level', (level) =>
  expect(logLevel(level)).toBe(level),
);

it.each([undefined, '', 'verbose', 'INFO', 'silent'])('%s falls back to info', (wanted) =>
  expect(logLevel(wanted)).toBe('info'),
);
