import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

it.each([
  [-5, 0],
  [0, 0],
  [49.6, 50],
  [99, 99],
  [100, 100],
  [140, 100],
])('a progress bar at %d percent shows %d', (percent, shown) => {
  const bar = renderToString(<ProgressBar label="Progress" percent={percent} />);
  expect(bar).toContain(`aria-valuenow="${shown}"`);
  expect(bar).toContain(`scaleX(${shown / 100})`);
});
