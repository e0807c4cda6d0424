import { describe, expect, it } from 'vitest';
import { listCountLabels } from '#renderer/places/deliveries/lists/row-list.tsx';

describe('the footer of a list', () => {
  it('counts matching deliveries among all', () => {
    expect(listCountLabels({ shown: 5, all: 5, total: 39 })).toBe('5 of 39');
    expect(listCountLabels({ shown: 100, all: 250, total: 3_000 })).toBe('250 of 3,000');
    expect(listCountLabels({ shown: 100, all: undefined, total: 3_000 })).toBe('100+');
  });

  it('counts loaded rows, or all without a filter', () => {
    expect(listCountLabels({ shown: 5, all: 5, total: undefined })).toBe('5 of 5');
    expect(listCountLabels({ shown: undefined, all: 3_000, total: undefined })).toBe('3,000 total');
    expect(listCountLabels({ shown: undefined, all: undefined, total: undefined })).toBe('');
    const messages = { shown: undefined, total: undefined, noun: 'message' };
    expect(listCountLabels({ ...messages, all: 1 })).toBe('1 message');
    expect(listCountLabels({ ...messages, all: 3_000 })).toBe('3,000 messages');
    expect(listCountLabels({ ...messages, shown: 100, all: undefined })).toBe('100+ messages');
  });
});
