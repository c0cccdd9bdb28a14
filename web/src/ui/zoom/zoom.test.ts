import { describe, expect, it } from 'vitest';
import { panBy, startView, toStep, zoomTo } from './zoom.ts';

const room = { stage: { width: 1000, height: 800 }, image: { width: 800, height: 800 } };

describe('the zoom of the image viewer', () => {
  it('goes from 25 to 300 % in steps of 25', () => {
    expect([toStep(0), toStep(30), toStep(112), toStep(113), toStep(1000)]).toEqual([25, 25, 100, 125, 300]);
  });

  it('keeps the point under the pointer in place', () => {
    const anchor = { x: 200, y: -100 };
    const view = zoomTo(startView, 200, room, anchor);
    expect(view).toEqual({ zoom: 200, x: -200, y: 100 });
    // The point of the image under the anchor is the same before and after.
    expect((anchor.x - view.x) / 2).toBe(anchor.x);
    expect(zoomTo(view, 100, room, anchor)).toEqual(startView);
  });

  it('pans an image only by as much as it exceeds the stage', () => {
    expect(panBy(startView, { x: 50, y: -50 }, room)).toEqual(startView);
    const large = zoomTo(startView, 200, room);
    expect(panBy(large, { x: 5000, y: -5000 }, room)).toEqual({ zoom: 200, x: 300, y: -400 });
    expect(panBy(large, { x: -10, y: 20 }, room)).toEqual({ zoom: 200, x: -10, y: 20 });
  });

  it('centres a panned image when it fits again', () => {
    const moved = panBy(zoomTo(startView, 300, room), { x: 400, y: 400 }, room);
    expect(zoomTo(moved, 75, room)).toEqual({ zoom: 75, x: 0, y: 0 });
  });
});
