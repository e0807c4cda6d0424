/**
 * The only globals that the library may use: those shared by Node, browsers and workers. Any other
 * fails to compile (D45).
 */
declare function setTimeout(run: () => void, delayMs: number): { readonly timer: unique symbol };
declare function clearTimeout(timer: ReturnType<typeof setTimeout> | undefined): void;
declare function btoa(latin1: string): string;
declare const performance: { now(): number };
declare const crypto: {
  /** Absent in pages loaded over http from another machine. */
  readonly randomUUID?: () => string;
  getRandomValues(bytes: Uint8Array): Uint8Array;
};
declare class TextEncoder {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
}
declare class AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', run: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', run: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare const fetch: import('./deliver.ts').Fetch;
declare const console: {
  error(format: string, ...values: unknown[]): void;
  debug(format: string, ...values: unknown[]): void;
};
/** Not available on every platform. */
declare var process:
  | {
      readonly env?: Readonly<Record<string, string | undefined>>;
      readonly versions?: { readonly node?: string };
    }
  | undefined;
declare var localStorage: { getItem(key: string): string | null } | undefined;
