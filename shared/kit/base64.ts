/** Bytes as base64, on any platform. */

/** Throws if it is invalid. */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The number of arguments of a call is limited. */
const maxArguments = 32_768;

export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let start = 0; start < bytes.length; start += maxArguments)
    characters += String.fromCharCode(...bytes.subarray(start, start + maxArguments));
  return btoa(characters);
}
