/** Requests to a server in flight at the same time. */
const parallel = 8;

export async function inParallel<Item, Result>(
  items: readonly Item[],
  request: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += parallel)
    results.push(...(await Promise.all(items.slice(start, start + parallel).map(request))));
  return results;
}
