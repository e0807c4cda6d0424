/** Names of the items that the first start and the test of a URL create. */
export const firstNames = {
  source: 'My app',
  mock: 'my-endpoint',
  destination: 'My webhook',
} as const;
