import { Transform } from 'node:stream';

const newline = 0x0a;

/** Passes on whole lines. One that is longer is left out, and reported once its limit is exceeded. */
export function limitedLines(maxBytes: number, tooLong: () => void): Transform {
  let pieces: Buffer[] = [];
  let bytes = 0;

  function add(stream: Transform, piece: Buffer): void {
    const wasTooLong = bytes > maxBytes;
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else if (!wasTooLong) {
      pieces = [];
      tooLong();
    }
    if (piece.at(-1) !== newline) return;
    if (bytes <= maxBytes) stream.push(Buffer.concat(pieces));
    pieces = [];
    bytes = 0;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(newline, start) + 1 || chunk.length;
        add(this, chunk.subarray(start, end));
        start = end;
      }
      done();
    },
  });
}
