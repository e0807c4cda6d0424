/** The few globals that Node and browsers share and that the language itself does not declare. */
declare class URL {
  constructor(url: string, base?: string);
  static parse(url: string, base?: string): URL | null;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}
