import { expect, it } from 'vitest';
import { z } from 'zod';
import { group, op } from '#shared/kit/op.ts';

const summary = 'Test';
const output = z.object({ id: z.string() });

it.each([
  [op('GET /things/{id}', { summary, output }), 'GET', '/things/{id}', 'read', undefined],
  [
    op('POST /things', { summary, effect: 'write', status: 201, output }),
    'POST',
    '/things',
    'write',
    201,
  ],
  [op('POST /send', { summary, effect: 'sends' }), 'POST', '/send', 'sends', undefined],
  [op('POST /read', { summary, effect: 'read' }), 'POST', '/read', 'read', undefined],
  [op('DELETE /things', { summary, effect: 'deletes' }), 'DELETE', '/things', 'deletes', 204],
  [
    op('DELETE /things', { summary, effect: 'deletes', output }),
    'DELETE',
    '/things',
    'deletes',
    undefined,
  ],
])(
  'declares method, path, effect and status: $1 $2 $3 $4',
  (operation, method, path, effect, status) => {
    const { route, meta } = operation['~orpc'];
    const { spec: _, ...described } = route;
    expect({ ...described, ...meta }).toEqual({
      ...{ summary, method, path, effect },
      ...(status && { successStatus: status }),
    });
  },
);

it('only a GET may leave out its effect, and it has none other than reading', () => {
  // @ts-expect-error: a POST must say it
  op('POST /things', { summary });
  // @ts-expect-error: a GET only reads
  op('GET /things', { summary, effect: 'write' });
  // @ts-expect-error: not a method
  op('FETCH /things', { summary });
});

it('an operation returns nothing unless it declares an output', () => {
  const { outputSchema, inputSchema } = op('GET /things', { summary })['~orpc'];
  expect(outputSchema).toBeInstanceOf(z.ZodVoid);
  expect(inputSchema).toBeUndefined();
});

it('an operation has the common errors and those that it declares', () => {
  const codes = (operation: ReturnType<typeof op>) => Object.keys(operation['~orpc'].errorMap);
  const common = codes(op('GET /things', { summary }));
  expect(common).toContain('not_found');
  expect(common).not.toContain('too_many_subscribers');
  expect(codes(op('GET /things', { summary, errors: ['too_many_subscribers'] }))).toEqual([
    ...common,
    'too_many_subscribers',
  ]);
});

it('a group gives its tag to every operation, however deep', () => {
  const things = group('Things', {
    list: op('GET /things', { summary }),
    users: { add: op('POST /users', { summary, effect: 'write' }) },
  });
  for (const {
    '~orpc': { route, meta },
  } of [things.list, things.users.add]) {
    expect(route.tags).toEqual(['Things']);
    expect(meta.effect).toBeDefined();
  }
});
