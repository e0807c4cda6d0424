/** Objects of Electron throw after their end, except when asked whether they have ended. */
export function destroy(object: object, { prototype }: { readonly prototype: object }): void {
  const names = Object.getOwnPropertyNames(prototype).filter(
    (name) => name !== 'constructor' && name !== 'isDestroyed',
  );
  for (const name of names)
    Object.defineProperty(object, name, {
      get() {
        throw new TypeError('Object has been destroyed');
      },
    });
}
