/** Computed traits and the values of users (D38). */

import { fieldError } from '#main/kit/app-error.ts';
import type { MembersRequest } from '#shared/audiences/audience.ts';
import type { UserQuery } from '#shared/audiences/computation.ts';
import type {
  GenerateValuesRequest,
  TraitValue,
  TraitValuesRequest,
} from '#shared/audiences/trait.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { lineProblemText } from '#shared/kit/line-problem.ts';
import { type ComputationTools, createComputations } from './computations.ts';
import { generateValues } from './generate.ts';
import { putUsers, removeUsers } from './membership.ts';
import { valueProblem } from './value-text.ts';

export type Traits = ReturnType<typeof createTraits>;

/** Converts values to their stored JSON. Throws an AppError for the first invalid value. */
function asTexts(values: TraitValuesRequest['values']) {
  return values.map(({ userId, value }, index) => {
    const text = JSON.stringify(value);
    const problem = valueProblem(text);
    if (problem !== null) throw fieldError(['values', index, 'value'], lineProblemText(problem));
    return { userId, value: text };
  });
}

export function createTraits(tools: ComputationTools) {
  const { store } = tools;
  const computations = createComputations(tools, 'trait');
  const finder = (id: string) => () => computations.find(id);

  return {
    ...computations,
    values: {
      list({ id, show, search, cursor, limit }: UserQuery) {
        const { row } = computations.find(id);
        const { items, nextCursor } = store.members.page(row, show, search ?? '', cursor, limit);
        return {
          items: items.map((user) => ({
            ...user,
            value: parseExact(user.value) as TraitValue['value'],
          })),
          nextCursor,
        };
      },
      set: async ({ id, values }: TraitValuesRequest) =>
        putUsers(store, finder(id), asTexts(values)),
      remove: ({ id, userIds }: MembersRequest) => removeUsers(store, finder(id), userIds),
      generate(request: GenerateValuesRequest, signal?: AbortSignal) {
        computations.find(request.id);
        const { value } = request;
        if (value.kind === 'choice')
          value.choices.forEach((choice, index) => {
            const problem = valueProblem(JSON.stringify(choice));
            if (problem !== null)
              throw fieldError(['value', 'choices', index], lineProblemText(problem));
          });
        return generateValues(store, finder(request.id), request, signal);
      },
    },
  };
}
