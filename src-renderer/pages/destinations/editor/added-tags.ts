/** The tags with those in the text added, one per line; empty ones and repetitions are left out. */
export function addedTags(tags: readonly string[], text: string): string[] {
  const added = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set([...tags, ...added])];
}
