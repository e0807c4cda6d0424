import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const print = `
  import { formatDate, formatDateTime, formatDayTime, formatExactTime, formatMinute, formatTime } from '#shared/kit/format.ts';
  const at = Date.UTC(2026, 10, 28, 15, 4, 5, 123);
  console.log(JSON.stringify([formatMinute, formatTime, formatExactTime, formatDate, formatDayTime, formatDateTime].map((format) => format(at))));
`;

/** As a system in this language prints it; a process reads its language at the start. */
async function printedIn(language: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', print],
    { env: { ...process.env, LC_ALL: language, TZ: 'UTC' } },
  );
  return JSON.parse(stdout) as readonly string[];
}

test.each([
  ['en_US', ['Nov 28, 2026', 'Nov 28, 15:04', 'Nov 28, 2026, 15:04:05.123']],
  ['de_DE', ['28. Nov. 2026', '28. Nov., 15:04', '28. Nov. 2026, 15:04:05,123']],
])('shows dates as in %s, and times with 24 hours', async (language, dates) => {
  const [minute, time, , ...rest] = await printedIn(language);
  expect([minute, time]).toEqual(['15:04', '15:04:05']);
  expect(rest).toEqual(dates);
});

test('keeps Latin digits and Gregorian years where the system has others', async () => {
  expect((await printedIn('fa_IR'))[1]).toBe('15:04:05');
  expect((await printedIn('th_TH'))[3]).toContain('2026');
});
