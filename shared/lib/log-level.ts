const levels = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof levels)[number];

/** The level that `HOOKWRIGHT_LOG` names; `info` without it, or with a word that is none. */
export function logLevel(wanted: string | undefined): LogLevel {
  return levels.find((level) => level === wanted) ?? 'info';
}
