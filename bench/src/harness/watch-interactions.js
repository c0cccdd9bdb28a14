// Runs in the measured page, before its own scripts and after those of the web-vitals library.
(() => {
  /** The browser reports no shorter duration, ms. */
  const shortestMs = 16;
  const options = { durationThreshold: shortestMs };
  const longest = new Map();
  let inpMs = 0;
  webVitals.onINP(({ value }) => (inpMs = value), { ...options, reportAllChanges: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  }).observe({ type: 'event', buffered: true, ...options });

  window.readInteractions = async () => {
    // An entry comes after the frame that it measures.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const unreported = Math.max(0, performance.interactionCount - longest.size);
    return { inpMs, durationsMs: [...longest.values(), ...Array(unreported).fill(shortestMs)] };
  };
})();
