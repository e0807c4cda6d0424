import { type DragEvent, useState } from 'react';

/**
 * A page that accepts dropped files: props for its element, and whether a file is over it. Also
 * offered as a button.
 */
export function useFileDrop(onFile: (file: File | undefined, all: DataTransfer) => void) {
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
        onFile(event.dataTransfer.files[0], event.dataTransfer);
      },
    },
  };
}

/** Reads text files of any length in chunks. */

/** Bytes per chunk; a chunk never has more characters. */
const pieceBytes = 262_144;

/** The file can't be read; the message says why and how to fix it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

async function orFileProblem<Result>(operation: () => Result, sentence: string) {
  try {
    return await operation();
  } catch {
    throw new FileProblem(sentence);
  }
}

const notUtf8 = 'The file is not UTF-8. Save it as UTF-8.';
const unreadable = 'The file was changed or removed. Choose it again.';

/** The text in chunks with the bytes read so far; never splits a character. */
export async function* piecesOf(
  bytes: Blob,
): AsyncGenerator<{ readonly text: string; readonly readBytes: number }> {
  // Otherwise IDs in another encoding would be imported wrong.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let begin = 0; begin < bytes.size; begin += pieceBytes) {
    const chunk = await orFileProblem(
      () => bytes.slice(begin, begin + pieceBytes).arrayBuffer(),
      unreadable,
    );
    const text = await orFileProblem(() => decoder.decode(chunk, { stream: true }), notUtf8);
    yield { text, readBytes: begin + chunk.byteLength };
  }
  yield { text: await orFileProblem(() => decoder.decode(), notUtf8), readBytes: bytes.size };
}
