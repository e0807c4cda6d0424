/** The few globals that Node and browsers share and that the language itself does not declare. */
declare class URL {
  constructor(url: string, base?: string);
  static parse(url: string, base?: string): URL | null;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly origin: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

declare function atob(base64: string): string;
declare function btoa(latin1: string): string;

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(
    encoding?: string,
    options?: { readonly ignoreBOM?: boolean; readonly fatal?: boolean },
  );
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}
