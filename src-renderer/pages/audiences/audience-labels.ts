/** Text for audiences and computed traits. */
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
    : counted(count, 'value', 'values');
}

/** Values synced for current and former users. */
export const syncedValues: Readonly<
  Record<ComputationClass, { readonly addition: string; readonly removal: string }>
> = {
  audience: { addition: 'true', removal: 'false' },
  trait: { addition: 'a value', removal: 'null' },
};

/** `3 added, 1 unchanged`. */
export function changeText({ added, changed, removed, unchanged }: MembershipChange): string {
  const parts = [
    added > 0 && `${added.toLocaleString('en')} added`,
    changed > 0 && `${changed.toLocaleString('en')} changed`,
    removed > 0 && `${removed.toLocaleString('en')} removed`,
    unchanged > 0 && `${unchanged.toLocaleString('en')} unchanged`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'No changes' : parts.join(', ');
}
