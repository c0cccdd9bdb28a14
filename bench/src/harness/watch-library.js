// Runs in the measured page.
(() => {
  const longTasksMs = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration);
  }).observe({ type: 'longtask' });
  /** Returns the longest task since the previous call, in ms. */
  window.readLongestTaskMs = () => Math.max(0, ...longTasksMs.splice(0));

  window.nextFrame = () => new Promise((done) => requestAnimationFrame(() => done()));

  /** Resolves when every tile, also around the window, has its generation and its picture. */
  window.rest = async () => {
    const hasPicture = (tile) => tile.querySelector('img')?.complete;
    while (![...document.querySelectorAll('[data-place]')].every(hasPicture)) await window.nextFrame();
  };

  /** Whether every tile in the window, below its bars, has its picture. */
  function isWhole() {
    const barsPx = 130;
    const tiles = [...document.querySelectorAll('[data-place]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > barsPx && top < window.innerHeight;
    });
    return tiles.length > 0 && tiles.every((tile) => tile.querySelector('img')?.naturalWidth > 0);
  }

  const firstPlace = () => document.querySelector('[data-place]')?.dataset.place;

  /** Presses the scrubber at a share of its height; resolves to how long it took until all in the window was there, in ms. */
  window.showDay = async (share) => {
    const scrubber = document.querySelector('[role=slider][aria-orientation=vertical]');
    const box = scrubber.getBoundingClientRect();
    const where = { bubbles: true, clientX: box.left + 10, clientY: box.top + box.height * share };
    const before = firstPlace();
    // A made-up pointer cannot be captured.
    scrubber.setPointerCapture = () => undefined;
    const startMs = performance.now();
    scrubber.dispatchEvent(new PointerEvent('pointerdown', where));
    scrubber.dispatchEvent(new PointerEvent('pointerup', where));
    while (firstPlace() === before || !isWhole()) {
      if (performance.now() - startMs > 30_000) throw new Error('The day was not shown within 30 s');
      await window.nextFrame();
    }
    return performance.now() - startMs;
  };
})();
