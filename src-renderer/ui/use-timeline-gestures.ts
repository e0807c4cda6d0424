import { type RefObject, useEffect, useRef } from 'react';

export interface TimelineGestures {
  /** At a share of the view; a factor above 1 zooms in. */
  readonly zoomAt: (share: number, factor: number) => void;
  /** By shares of the view. */
  readonly panBy: (share: number) => void;
  /** Whether there is anything to pan to. */
  readonly canPan: boolean;
}

/** A mark can be pressed with a hand that is not quite still. */
const dragPx = 4;
/** A notch of a wheel is 100 or more; a pinch on a touchpad comes as steps of a few. */
const notch = 50;
const zoomPerStep = 0.01;

/**
 * Control and the wheel, or a pinch, zoom at the pointer; dragging and the horizontal wheel pan. The
 * vertical wheel stays the page's.
 */
export function useTimelineGestures(
  area: RefObject<HTMLElement | null>,
  shareAt: (clientX: number) => number,
  gestures: TimelineGestures,
): void {
  const latest = useRef({ shareAt, ...gestures });
  latest.current = { shareAt, ...gestures };
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const shares = (px: number): number => latest.current.shareAt(px) - latest.current.shareAt(0);
    const pointers = new Map<number, number>();
    let isDragging = false;

    const onWheel = (event: WheelEvent): void => {
      const { zoomAt, panBy, canPan } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const step = Math.min(notch, Math.max(-notch, event.deltaY));
        zoomAt(latest.current.shareAt(event.clientX), Math.exp(-step * zoomPerStep));
        return;
      }
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (!canPan || Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
      event.preventDefault();
      panBy(shares(sideways));
    };

    const onDown = (event: PointerEvent): void => {
      if (event.button === 0) pointers.set(event.pointerId, event.clientX);
    };
    const onMove = (event: PointerEvent): void => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const moved = event.clientX - before;
      if (!isDragging && Math.abs(moved) < dragPx && pointers.size === 1) return;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!isDragging) element.setPointerCapture(event.pointerId);
      isDragging = true;
      pointers.set(event.pointerId, event.clientX);
      const { shareAt: at, zoomAt, panBy } = latest.current;
      if (other === undefined) {
        panBy(-shares(moved));
        return;
      }
      const [from, to] = [Math.abs(before - other), Math.abs(event.clientX - other)];
      if (from > 0 && to > 0) zoomAt(at((event.clientX + other) / 2), to / from);
    };
    const onUp = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) isDragging = false;
    };

    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
    };
  }, [area]);
}
