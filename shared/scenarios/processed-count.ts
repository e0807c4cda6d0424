/** How often a message was processed, in a lookup's response: a number, a list, or an object with `count`. */
export function processedCount(text: string): number | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.length;
    const count = typeof value === 'object' && value !== null && 'count' in value && value.count;
    return typeof count === 'number' ? count : null;
  } catch {
    return null;
  }
}
