/** IDs and addresses by name, from the `given` section. */
export interface Names {
  readonly sources: Map<string, { readonly id: string; readonly writeKey: string }>;
  readonly destinations: Map<string, string>;
  readonly mocks: Map<string, { readonly id: string; readonly url: string }>;
  /** URLs of the user's servers. */
  readonly servers: Map<string, string>;
  readonly computations: Map<string, { readonly kind: 'audience' | 'trait'; readonly id: string }>;
}

export const emptyNames = (): Names => ({
  sources: new Map(),
  destinations: new Map(),
  mocks: new Map(),
  servers: new Map(),
  computations: new Map(),
});
