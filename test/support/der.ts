/** The part of DER (X.690) that a certificate needs. */

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const digits = Buffer.from(size.toString(16).padStart(size > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

const tagged = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), length(content.length), content]);

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
export const octets = (content: Buffer): Buffer => tagged(0x04, content);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'));
export const yes: Buffer = tagged(0x01, Buffer.from([0xff]));

/** A non-negative integer. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

export const bits = (content: Buffer): Buffer =>
  tagged(0x03, Buffer.concat([Buffer.from([0]), content]));

/** `[tag] EXPLICIT`. */
export const explicit = (tag: number, content: Buffer): Buffer => tagged(0xa0 | tag, content);

/** `[tag] IMPLICIT` of a simple type. */
export const implicit = (tag: number, content: Buffer): Buffer => tagged(0x80 | tag, content);

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const encoded = [40 * first + second, ...rest].flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return tagged(0x06, Buffer.from(encoded));
}

/** GeneralizedTime, to the second. */
export const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, ''), 'latin1'));
