/**
 * Sizes and views that this window remembers. Storage may be refused or full; then it is forgotten,
 * which is no reason to stop.
 */
export const remembered = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Forgotten at the next start.
    }
  },
};
