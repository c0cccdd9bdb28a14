// Runs in the measured page, before its own scripts and after those of the web-vitals library.
(() => {
  /** The browser reports no shorter duration, ms. */
  const shortestMs = 16;
  const options = { durationThreshold: shortestMs };
  const longest = new Map();
  let inpMs = 0;
  webVitals.onINP(({ value }) => (inpMs = value), { ...options, reportAllChanges: true });
  new PerformanceObserver((list) => {
    for (const {
      interactionId,
      duration,
      name,
      target,
      startTime,
      processingStart,
      processingEnd,
    } of list.getEntries()) {
      if (!interactionId || duration <= (longest.get(interactionId)?.duration ?? 0)) continue;
      const handlingMs = Math.round(processingEnd - processingStart);
      const waitMs = Math.round(processingStart - startTime);
      longest.set(interactionId, {
        duration,
        what: `${name} ${describe(target)}: waits ${waitMs}, handles ${handlingMs} ms`,
      });
    }
  }).observe({ type: 'event', buffered: true, ...options });

  /** The element by its role and the beginning of its name. */
  function describe(target) {
    if (!target) return 'of an element that is gone';
    const name = target.getAttribute?.('aria-label') ?? target.textContent ?? '';
    return `${target.nodeName.toLowerCase()} ${name.slice(0, 30)}`;
  }

  window.readInteractions = async () => {
    // An entry comes after the frame that it measures.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const unreported = Math.max(0, performance.interactionCount - longest.size);
    const all = [...longest.values()].sort((a, b) => b.duration - a.duration);
    return {
      inpMs,
      durationsMs: [...all.map(({ duration }) => duration), ...Array(unreported).fill(shortestMs)],
      slowest: all.slice(0, 3).map(({ duration, what }) => `${duration} ms ${what}`),
    };
  };
})();
