/** Bodies for the benches, similar to those an SDK sends for one track call. */

export const writeKey = 'bench';

export const headers = {
  Authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
  'Content-Type': 'application/json',
};

export const source = { name: 'Bench', writeKey, enabled: true };

let run = 0;

/** Bodies with unique message IDs, also across runs. */
export function trackBodies(): (n: number) => string {
  run += 1;
  const prefix = `bench-${process.pid}-${run}`;
  return (n) =>
    JSON.stringify({
      type: 'track',
      userId: `user-${n % 1_000}`,
      event: 'Order Completed',
      messageId: `${prefix}-${n}`,
      properties: { orderId: `o-${n}`, total: 129.9, currency: 'EUR', items: 3 },
      context: { library: { name: 'bench', version: '1.0.0' }, ip: '127.0.0.1' },
      sentAt: new Date().toISOString(),
      timestamp: new Date().toISOString(),
    });
}
