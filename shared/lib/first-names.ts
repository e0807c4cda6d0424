/** Names that the first start and the Start page give to what they create. */
export const firstNames = {
  source: 'My app',
  receiver: 'my-receiver',
  destination: 'My webhook',
} as const;
