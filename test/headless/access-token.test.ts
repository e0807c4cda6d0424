import { describe, expect, test } from 'vitest';
import { createAccessToken, randomToken } from '#headless/access-token.ts';

describe('an access token', () => {
  test('is another one at each start, and long enough not to be guessed', () => {
    expect(randomToken()).not.toBe(randomToken());
    expect(randomToken().length).toBeGreaterThanOrEqual(32);
  });

  test('is found among other cookies by the name of its port', () => {
    const token = createAccessToken('secret');
    const [cookie] = token.cookie(8378).split(';');
    const among = { cookie: `theme=dark; ${cookie}; hookwright-83=x` };
    expect(token.byCookie(among, 8378)).toBe('granted');
    expect(token.byCookie(among, 8379)).toBe('missing');
    expect(token.byCookie(among, 83)).toBe('wrong');
  });

  test('of another start makes a cookie wrong', () => {
    const [cookie = ''] = createAccessToken('old').cookie(8378).split(';');
    expect(createAccessToken('new').byCookie({ cookie }, 8378)).toBe('wrong');
  });

  test('is read from a Bearer header, whatever the case of the scheme', () => {
    const token = createAccessToken('secret');
    expect(token.byHeader({ authorization: 'bearer secret' })).toBe('granted');
    expect(token.byHeader({ authorization: 'Bearer secret2' })).toBe('wrong');
    expect(token.byHeader({ authorization: 'secret' })).toBe('missing');
    expect(token.byHeader({})).toBe('missing');
  });
});
