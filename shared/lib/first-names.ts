/** Names of the items that the first start and the Start page create. */
export const firstNames = {
  source: 'My app',
  receiver: 'my-receiver',
  destination: 'My webhook',
} as const;
