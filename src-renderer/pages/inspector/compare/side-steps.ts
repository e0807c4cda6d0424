/** From attempt to attempt of one side. Pure. */
import { inOrder, type SideRef } from './compare-route.ts';
import type { Side } from './side.ts';

const placeOf = ({ delivery, attempt }: Side): number =>
  inOrder(delivery).findIndex(({ id }) => id === attempt?.id) + 1;

/** Why there is no attempt that many steps away; undefined where there is one. */
export function stepProblem(side: Side, steps: 1 | -1): string | undefined {
  if (side.resend !== null) return 'It was made by hand, once';
  if (side.attempt === null) return 'There is no attempt yet';
  const place = placeOf(side) + steps;
  if (place < 1) return 'This is the first attempt';
  return place > side.delivery.attemptList.length ? 'This is the latest attempt' : undefined;
}

export function stepped(side: Side, steps: 1 | -1): SideRef | null {
  if (stepProblem(side, steps) !== undefined) return null;
  return { kind: 'attempt', deliveryId: side.delivery.id, place: placeOf(side) + steps };
}
