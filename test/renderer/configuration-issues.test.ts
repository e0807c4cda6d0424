import { describe, expect, it } from 'vitest';
import { issuePath } from '#renderer/pages/settings/apply-file.ts';

describe('where a mistake of a configuration file stands', () => {
  it('is written as people write paths', () => {
    const path = ['destinations', 0, 'webhooks', 1, 'url'];
    expect(issuePath({ path, message: '' })).toBe('destinations[0].webhooks[1].url');
    expect(issuePath({ path: [], message: '' })).toBe('');
  });
});
