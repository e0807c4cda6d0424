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
