/** The name itself, or with the first free number: `My app 2`. */
export function unusedName(name: string, items: readonly { readonly name: string }[]): string {
  const names = new Set(items.map((item) => item.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!names.has(candidate)) return candidate;
  }
}
