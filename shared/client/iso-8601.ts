const dayMinutes = 24 * 60;

const day = (separator: string) =>
  `(\\d{4})${separator}(0[1-9]|1[0-2])${separator}(0[1-9]|[12]\\d|3[01])`;

const time = (separator: string) =>
  `(?:[01]\\d|2[0-3])${separator}[0-5]\\d(?:${separator}(?:[0-5]\\d|60)(?:[.,]\\d{1,12})?)?`;

/** 24:00, the start of the next day. */
const midnight = (separator: string) => `24${separator}00(?:${separator}00(?:[.,]0{1,12})?)?`;

/** At most 18 hours from UTC. */
const offset = '[+-](?:(?:0\\d|1[0-7])(?::?[0-5]\\d)?|18(?::?00)?)';

const moment = (inDay: string, inTime: string) =>
  new RegExp(
    `^${day(inDay)}(?:[Tt ](?:${time(inTime)}|${midnight(inTime)})\\s?(?:[Zz]|${offset})?)?$`,
  );

const extended = moment('-', ':');
const basic = moment('', '');

const leapSecond = /[Tt ](\d\d):?(\d\d):?60(?:[.,]\d+)?\s?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;

/** Whether a text ends with a second 60 that is not the last one of a day in UTC. */
function hasWrongLeapSecond(text: string): boolean {
  const match = leapSecond.exec(text);
  if (match === null) return false;
  const [hours, minutes, zoneHours, zoneMinutes] = [match[1], match[2], match[4], match[5]].map(
    (digits) => Number(digits ?? 0),
  );
  const zone = (zoneHours ?? 0) * 60 + (zoneMinutes ?? 0);
  const utc = (hours ?? 0) * 60 + (minutes ?? 0) + (match[3] === '-' ? zone : -zone);
  return (utc + dayMinutes) % dayMinutes !== dayMinutes - 1;
}

/** An example of each accepted format, for errors. */
export const timestampForms =
  '2026-11-20T08:37:37.123Z, 2026-11-20T14:07:37+05:30, 20261120T083737Z or 2026-11-20';

/**
 * Whether a string is an existing date, with or without time and zone, in the extended or basic format
 * of ISO 8601 (D11). Week dates, ordinal dates and times without minutes are not accepted.
 */
export function isIso8601(text: string): boolean {
  const match = extended.exec(text) ?? basic.exec(text);
  if (match === null || hasWrongLeapSecond(text)) return false;
  const [, year, month, day] = match.map(Number);
  // The calendar repeats every 400 years, and Date treats years below 100 as 19xx.
  const lastDay = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate();
  return (day ?? 0) <= lastDay;
}
