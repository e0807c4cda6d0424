/** What a person sees on the terminal when the host is ready. */

export interface Ready {
  readonly interface: string;
  readonly api: string;
  readonly ingest: string | null;
  /** Null when it could not listen. */
  readonly receivers: string | null;
  readonly token: string;
  /** Redacted values of the `--config` file that nothing here could take the place of. */
  readonly leftOut: readonly string[];
}

export function readyText(ready: Ready, version: string): string {
  return `
Hookwright ${version} is ready.

  Interface   ${ready.interface}
  Ingestion   ${ready.ingest ?? 'does not listen: see the log'}
  Receivers   ${ready.receivers ?? 'do not listen: see the log'}
  REST        ${ready.api}   (Authorization: Bearer ${ready.token})

Ctrl+C stops it.
`;
}
