/** A package of others that the program is distributed with. */
export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** What its license and notice files say. */
  readonly text: string;
}
