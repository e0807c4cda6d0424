/** One log record as a line that people read. */

const words: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' };

interface LogRecord {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function valueText(value: unknown): string {
  return typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
}

export function logLine(record: string): string {
  const { level, time, msg, err, ...details } = JSON.parse(record) as LogRecord;
  const pairs = Object.entries(details).map(([name, value]) => `${name}=${valueText(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = [clock, words[level] ?? 'note ', msg ?? '', ...pairs].join(' ').trimEnd();
  if (err === undefined) return `${head}\n`;
  // An error is a fault of the program: where it happened helps whoever reports it.
  const cause = level >= 50 ? (err.stack ?? err.message) : err.message;
  return `${head}\n${String(cause ?? 'no details').replace(/^/gm, '    ')}\n`;
}
