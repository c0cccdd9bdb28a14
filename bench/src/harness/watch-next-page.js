// Runs in the measured page, before its own scripts.
window.measureNextPage = () =>
  new Promise((resolve) => {
    const readHeading = () => document.querySelector('main h1')?.textContent;
    const before = { title: document.title, heading: readHeading() };
    const isWhole = () =>
      document.title !== before.title &&
      (readHeading() ?? before.heading) !== before.heading &&
      document.querySelector('main form') !== null &&
      document.querySelector('main .shimmer') === null;
    const start = ({ timeStamp }) => {
      const look = () =>
        requestAnimationFrame(() =>
          isWhole() ? requestAnimationFrame(() => resolve(performance.now() - timeStamp)) : look(),
        );
      look();
    };
    document.addEventListener('click', start, { capture: true, once: true });
  });
