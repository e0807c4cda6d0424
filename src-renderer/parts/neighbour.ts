/** What is shown once the thing at `id` is gone: the next in the list, or the one before. Pure. */
export function neighbourOf(
  items: readonly { readonly id: string }[],
  id: string,
): string | undefined {
  const index = items.findIndex((item) => item.id === id);
  return index < 0 ? undefined : (items[index + 1] ?? items[index - 1])?.id;
}
