/** A third-party package distributed with the program. */
export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Text of its license and notice files. */
  readonly text: string;
}
