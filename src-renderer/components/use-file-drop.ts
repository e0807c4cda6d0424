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
