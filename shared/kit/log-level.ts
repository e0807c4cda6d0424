const levels = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof levels)[number];

/** The level in `HOOKWRIGHT_LOG`; `info` if it is missing or invalid. */
export function logLevel(name: string | undefined): LogLevel {
  return levels.find((level) => level === name) ?? 'info';
}
