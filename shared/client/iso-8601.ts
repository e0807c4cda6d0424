const iso8601 =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,12})?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)?)?$/;

/** Whether a text is a moment in ISO 8601: a day that exists, with or without time and zone (D11). */
export function isIso8601(text: string): boolean {
  const match = iso8601.exec(text);
  if (match === null) return false;
  const [, year, month, day] = match.map(Number);
  // The calendar repeats after 400 years; those before 100 mean another century to Date.
  const lastDay = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate();
  return (day ?? 0) <= lastDay;
}
