import { type DragEvent, useState } from 'react';

/**
 * A page where a file can be dropped: what to give to its element, and whether one is held over it.
 * A button inside does the same, for those who drag nothing.
 */
export function useFileDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    dropArea: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      },
    },
  };
}

/** Files of any length, read as text piece by piece. */

/** Bytes read at a time: never more characters than a piece may have. */
const pieceBytes = 262_144;

/** The file itself cannot be read; the message says why, with the fix. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

async function orFileProblem<Result>(read: () => Result, sentence: string) {
  try {
    return await read();
  } catch {
    throw new FileProblem(sentence);
  }
}

const notUtf8 = 'The file is not UTF-8 text: save it as UTF-8 and import it again.';
const unreadable = 'The file can be read no more: it was changed or removed. Choose it again.';

/** The text piece by piece, with the bytes that were read until then; a character is never cut. */
export async function* piecesOf(
  bytes: Blob,
): AsyncGenerator<{ readonly text: string; readonly readBytes: number }> {
  // Otherwise ids in another encoding would come in as ids that nobody has.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let begin = 0; begin < bytes.size; begin += pieceBytes) {
    const piece = await orFileProblem(
      () => bytes.slice(begin, begin + pieceBytes).arrayBuffer(),
      unreadable,
    );
    const text = await orFileProblem(() => decoder.decode(piece, { stream: true }), notUtf8);
    yield { text, readBytes: begin + piece.byteLength };
  }
  yield { text: await orFileProblem(() => decoder.decode(), notUtf8), readBytes: bytes.size };
}
