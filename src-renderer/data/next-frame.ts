/** Windows that are not seen get no animation frames; their lists shall still be up to date. */
const unseenMs = 250;

/** Of the time, what changes takes a third at most: the rest is for whoever scrolls or types. */
const restPerWork = 2;

let restsUntil = 0;

/** Runs the function before a picture is drawn, and notes how long it and the drawing have taken. */
function work(run: () => void): void {
  const startedAt = performance.now();
  run();
  // After the picture, since most of the work is the browser's: it pages and paints what is new.
  setTimeout(() => {
    const endedAt = performance.now();
    restsUntil = endedAt + restPerWork * (endedAt - startedAt);
  });
}

/**
 * Runs the function before the next picture is drawn, or soon when none is drawn; a machine that is
 * slow to draw is given pauses between.
 */
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
    if (performance.now() < restsUntil) requestAnimationFrame(inFrame);
    else once();
  };
  const timer = setTimeout(once, unseenMs);
  requestAnimationFrame(inFrame);
}
