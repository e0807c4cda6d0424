/** Hidden windows get no animation frames, but their lists must stay current. */
const hiddenMs = 250;

/** Changes may use a third of the time; the rest is for scrolling and typing. */
const pauseFactor = 2;

let pausedUntil = 0;

/** Runs the function before a frame, and measures it and the frame. */
function work(run: () => void): void {
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
  let isOver = false;
  const once = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    work(run);
  };
  const inFrame = (): void => {
    if (isOver) return;
    if (performance.now() < pausedUntil) requestAnimationFrame(inFrame);
    else once();
  };
  const timer = setTimeout(once, hiddenMs);
  requestAnimationFrame(inFrame);
}
