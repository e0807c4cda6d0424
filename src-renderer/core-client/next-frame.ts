/** Windows that are not seen get no animation frames; their lists shall still be up to date. */
const unseenMs = 250;

/** Runs the function before the next picture is drawn, or soon when none is drawn. */
export function nextFrame(run: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, unseenMs);
}
