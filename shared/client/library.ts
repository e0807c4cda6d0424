/** How the library names itself in `context.library`; the version is the product's. */
export const library = { name: 'hookwright', version: '0.1.0' } as const;
