/** Names of the items that the first start and the Start page create. */
export const firstNames = {
  source: 'My app',
  mock: 'my-endpoint',
  destination: 'My webhook',
} as const;
