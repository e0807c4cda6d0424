/** What a host knows that the core does not. */
export interface HostFacts {
  /** Address of the REST interface; null in a host without one. */
  apiUrl(): string | null;
}
