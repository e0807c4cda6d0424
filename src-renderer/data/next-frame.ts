/** Hidden windows get no animation frames, but their lists must stay current. */
const maxFrameDelayMs = 250;

/** Changes may use a third of the time; the rest is for scrolling and typing. */
const pauseFactor = 2;

let pausedUntil = 0;

/** Runs the function before a frame, and measures it and the frame. */
function runMeasured(run: () => void): void {
  const startedAt = performance.now();
  run();
  // After the frame, since layout and paint are most of the work.
  setTimeout(() => {
    const endedAt = performance.now();
    pausedUntil = endedAt + pauseFactor * (endedAt - startedAt);
  });
}

/** Runs the function before the next frame, or soon if none is drawn; slow machines get pauses. */
export function nextFrame(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    clearTimeout(timer);
    runMeasured(run);
  };
  const inFrame = (): void => {
    if (hasRun) return;
    if (performance.now() < pausedUntil) requestAnimationFrame(inFrame);
    else once();
  };
  const timer = setTimeout(once, maxFrameDelayMs);
  requestAnimationFrame(inFrame);
}
