/** The value of `context.library`, with the product's version. */
export const library = { name: 'hookwright', version: '0.1.0' } as const;
