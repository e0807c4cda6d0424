/** What audiences and computed traits are called, and their numbers in words. Pure. */
import type { ComputationClass, MembershipChange } from '#shared/schemas/computation.ts';

export const nouns: Readonly<Record<ComputationClass, string>> = {
  audience: 'audience',
  trait: 'computed trait',
};

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function usersText(kind: ComputationClass, count: number): string {
  return kind === 'audience'
    ? counted(count, 'member', 'members')
    : counted(count, 'user with a value', 'users with a value');
}

/** What receivers are told of users who are in it, and of those who are no more. */
export const told: Readonly<
  Record<ComputationClass, { readonly addition: string; readonly removal: string }>
> = {
  audience: { addition: 'true', removal: 'false' },
  trait: { addition: 'a value', removal: 'null' },
};

/** "3 added, 1 was there already". */
export function changeSentence({ added, changed, removed, unchanged }: MembershipChange): string {
  const parts = [
    added > 0 && `${added.toLocaleString('en')} added`,
    changed > 0 && `${changed.toLocaleString('en')} changed`,
    removed > 0 && `${removed.toLocaleString('en')} removed`,
    unchanged > 0 && `${unchanged.toLocaleString('en')} as before`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Nothing changed' : parts.join(', ');
}
