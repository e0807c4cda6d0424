/** Remembers sizes and views of this window. Without storage, they are lost on reload. */
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
      // Lost on reload.
    }
  },
};
