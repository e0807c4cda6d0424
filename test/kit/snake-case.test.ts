import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snakeCase } from '#shared/audiences/computation.ts';
import vectors from '#test/fixtures/snake-case.json' with { type: 'json' };

describe('the snake_case form', () => {
  for (const [name = '', key = ''] of vectors)
    it(`of "${name}" is "${key}"`, () => {
      expect(snakeCase(name)).toBe(key);
    });

  it('has lower-case words and digits with single underscores between them, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(snakeCase(name)).toMatch(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/);
      }),
    );
  });

  it('is unchanged when it is converted again', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(snakeCase(snakeCase(name))).toBe(snakeCase(name));
      }),
    );
  });
});
