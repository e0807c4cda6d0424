import { describe, expect, it } from 'vitest';
import { deliveriesAre } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';

/** The filter with the error between » and «, and the message. */
function problemOf(text: string): readonly [string, string] {
  const parsed = parseFilter(text);
  if (parsed.ok) throw new Error(`${text} was read.`);
  const { start, end, message } = parsed.problem;
  return [`${text.slice(0, start)}»${text.slice(start, end)}«${text.slice(end)}`, message];
}

describe('an invalid filter', () => {
  it.each([
    [
      'state:lost a',
      'state:»lost« a',
      '"lost" is not a valid value for state. Use one of waiting, paused',
    ],
    ['type:trak', 'type:»trak«', '"trak" is not a valid value for type. Did you mean "track"?'],
    ['has:error', 'has:»error«', '"error" is not a valid value for has. Use warning.'],
    ['status>high x', 'status>»high« x', '"high" is not a number. Example: status>=500'],
    ['status>>5', 'status>»>«5', 'Extra operator'],
    ['status==5', 'status=»=«5', 'Extra operator'],
    ['status!=500', 'status»!=«500', 'Use not status:… instead'],
    [
      'event>5',
      'event»>«5',
      'Invalid operator for event. Use one of : =, such as event:"Order Completed"',
    ],
    ['age:10m', 'age»:«10m', 'Invalid operator for age. Use one of < <= > >=, such as age<10m'],
    ['made>=2026-11-20', '»made«>=2026-11-20', 'Did you mean "created"?'],
    ['tried<2026-11-20', '»tried«<2026-11-20', 'Did you mean "attempted"?'],
    ['code:time_out', 'code:»time_out«', 'timeout'],
    [
      'created>=15:04',
      'created>=»15:04«',
      'a date and time with a time zone, such as 2026-11-20T15:04Z',
    ],
    [
      'created<2026-11-20T15:04',
      'created<»2026-11-20T15:04«',
      '"2026-11-20T15:04" is not a valid time',
    ],
    ['created<0000-01-01T00:00+01:00', 'created<»0000-01-01T00:00+01:00«', 'is not a valid time'],
    ['created<9999-12-31T23:59-01:00', 'created<»9999-12-31T23:59-01:00«', 'is not a valid time'],
    ['created<2026-13-01', 'created<»2026-13-01«', '"2026-13-01" is not a valid time'],
    ['age<10', 'age<»10«', '"10" is not a duration. Use a number and a unit'],
    ['id:12,x a', 'id:»12,x« a', '"12,x" is not a list of numbers. Example: id:12,15-20.'],
    ['id:20-15', 'id:»20-15«', 'is not a list of numbers'],
    ['id:1-20,5-999999999999999', 'id:»1-20,5-999999999999999«', 'more than 10,000 numbers'],
    ['id>5', 'id»>«5', 'Invalid operator for id'],
    ['status> x', '»status>« x', 'The value is missing. Example: status>=500'],
    ['statsu:5', '»statsu«:5', 'Unknown field "statsu". Did you mean "status"?'],
    ['stauts=5', '»stauts«=5', 'Did you mean "status"?'],
    ['heder[x]=5', '»heder[x]«=5', 'Did you mean "header"?'],
    ['shop:5', '»shop«:5', 'Unknown field "shop". Use one of state, reason'],
    ['state:WAITNG', 'state:»WAITNG«', 'Did you mean "waiting"?'],
    ['state:exhausted', 'state:»exhausted«', 'Did you mean "gave_up"?'],
    ['state:pending', 'state:»pending«', 'Did you mean "waiting"?'],
    ['state:sending', 'state:»sending«', 'Did you mean "waiting"?'],
    ['state:retrying', 'state:»retrying«', 'Did you mean "waiting"?'],
    ['state:unauthorized', 'state:»unauthorized«', 'Did you mean "refused"?'],
    ['state:filtered', 'state:»filtered«', 'Did you mean "not_sent"?'],
    ['state:excluded', 'state:»excluded«', 'Did you mean "not_sent"?'],
    ['outcome:delivered', 'outcome:»delivered«', 'Did you mean "accepted"?'],
    ['code:non_2xx', 'code:»non_2xx«', 'Did you mean "client_error"?'],
    ['origin:snc', 'origin:»snc«', 'Did you mean "sync"?'],
    ['properties.sku=1 a', '»properties.sku«=1 a', 'Use body.properties.sku=….'],
    ['traits.plan>=1', '»traits.plan«>=1', 'Use body.traits.plan>=….'],
    ['state.x:5', '»state.x«:5', 'Unknown field "state.x"'],
    ['constructor:5', '»constructor«:5', 'Unknown field "constructor"'],
    ['__proto__:5', '»__proto__«:5', 'Unknown field "__proto__"'],
    ['http://x', '»http«://x', 'or put the text in quotes'],
    ['status:5xx a', 'status:»5xx« a', '"5xx" is not a number. Use status>=500 status<600.'],
    ['-state:gave_up', '»-state«:gave_up', 'Use not state:gave_up instead'],
    ['-event:"a b"', '»-event«:"a b"', 'Use not event:… instead'],
    ['-lost:1', '»-lost«:1', 'Unknown field "-lost"'],
    ['>=500', '»>«=500', 'The field is missing before this operator'],
    ['a !', 'a »!«', '! is not an operator'],
    ['event:"Order', 'event:»"Order«', 'Missing closing quote'],
    ['ab"c"', 'ab»"«c"', 'A quote starts inside a word'],
    ['header[x-env=1 y', 'header»[x-env=1« y', 'Missing closing bracket'],
    ['header=1', '»header«=1', 'Put the header name in brackets'],
    ['header[ ]=1', 'header»[« ]=1', 'Missing closing bracket'],
    ['body>1', '»body«>1', 'The path is missing'],
    ['body.a..b>1', 'body.a»..b«>1', 'Invalid path'],
    ['body.a."b\0">1', 'body.a»."b\0"«>1', 'Invalid path'],
    ['body.a', '»body.a«', 'body.a has no value. Use body.a=…'],
    ['a (b or c', 'a »(b or c«', 'Missing closing parenthesis'],
    ['a (', 'a »(«', 'Missing term after this parenthesis'],
    ['a () b', 'a »()« b', 'The parentheses are empty'],
    ['a) b', 'a»)« b', 'This closing parenthesis has no match'],
    [') b', '»)« b', 'This closing parenthesis has no match'],
    ['or a', '»or« a', 'Missing term before "or"'],
    ['a or', 'a »or«', 'Missing term after this'],
    ['a not', 'a »not«', 'Missing term after this'],
    ['a or or b', 'a or »or« b', 'Missing term before "or"'],
    ['""', '»""«', 'The quotes are empty'],
  ])('%s points at %s', (text, place, sentence) => {
    const [found, message] = problemOf(text);
    expect(found).toBe(place);
    expect(message).toContain(sentence);
  });

  it('selects up to 10,000 deliveries one by one', () => {
    const everySecond = (count: number) =>
      printFilter(deliveriesAre(Array.from({ length: count }, (_, at) => 90_000_000 + 2 * at)));
    expect(parseFilter(everySecond(10_000)).ok).toBe(true);
    expect(parseFilter(everySecond(10_001)).ok).toBe(false);
  });

  it('is rejected when it is too long, too deep or has too many terms', () => {
    expect(problemOf('a'.repeat(2_001))[1]).toContain('at most 2,000 characters');
    expect(problemOf(`id:1 ${'a'.repeat(2_000)} a`)[1]).toContain('at most 2,000 characters');
    expect(problemOf(`id:${'1,'.repeat(50_000)}1`)[1]).toContain('at most 2,000 characters');
    expect(problemOf(`${'('.repeat(30)}a${')'.repeat(30)}`)[1]).toContain('nested too deep');
    expect(problemOf(`${'not '.repeat(30)}a`)[1]).toContain('nested too deep');
    expect(problemOf('a '.repeat(101))[1]).toContain('at most 100 terms');
  });
});
