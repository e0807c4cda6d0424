import { describe, expect, it } from 'vitest';
import { issuePath } from '#renderer/places/settings/apply-file.ts';

describe('the path of an error in a configuration file', () => {
  it('is written in the usual notation', () => {
    const path = ['destinations', 0, 'webhooks', 1, 'url'];
    expect(issuePath({ path, message: '' })).toBe('destinations[0].webhooks[1].url');
    expect(issuePath({ path: [], message: '' })).toBe('');
  });
});
