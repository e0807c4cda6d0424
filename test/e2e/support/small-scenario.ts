/** Three messages to one mock endpoint, and one expectation. */
export const smallScenario = (name: string, expectation: string): string => `scenario: 1
name: ${name}
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations: [{ name: Orders, sharedSecret: s, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - { id: orders, send: { source: Shop, sample: track, count: 3 } }
then:
  - ${expectation}
`;
