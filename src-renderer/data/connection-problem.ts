/** A call that could not reach the core, or whose answer did not come back. */
export class ConnectionProblem extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The connection to Hookwright is lost. It comes back by itself; then try again.',
      options,
    );
    this.name = 'ConnectionProblem';
  }
}
