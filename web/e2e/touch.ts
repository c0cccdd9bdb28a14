import type { CDPSession, Locator } from '@playwright/test';

type Point = { x: number; y: number };

/** Moves a finger from one point to another, and lifts it there. */
export async function drag(session: CDPSession, from: Point, to: Point): Promise<void> {
  const steps = 8;
  const touch = (type: string, points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= steps; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
    ]);
  await touch('touchEnd', []);
}

/** Lays a finger on a point until what is there is lifted, moves it to another one, and lifts the finger. */
export async function carry(
  session: CDPSession,
  from: Point,
  to: Point,
  expectLifted: () => Promise<void>,
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await expectLifted();
  await touch('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
}

/** Resolves to the middle of an element, in pixels of the window. */
export async function findCentre(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`Nothing to touch: ${element}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Taps a point twice, without a pause in which a busy page could be late: the time between two taps is part of what they
 * do.
 */
export async function tapTwice(session: CDPSession, point: Point): Promise<void> {
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const tap = () => [touch('touchStart', [point]), touch('touchEnd', [])];
  await Promise.all([...tap(), ...tap()]);
}

/** Lays a finger on a point, and resolves to what lifts it. */
export async function holdDown(session: CDPSession, point: Point): Promise<() => Promise<void>> {
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [point]);
  return async () => {
    await touch('touchEnd', []);
  };
}

/** Draws two fingers apart around a point, and lifts both. */
export async function spread(session: CDPSession, { x, y }: Point): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fromPx?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fromPx === undefined ? [] : [-fromPx, fromPx].map((px, id) => ({ x: x + px, y, id })),
    });
  await touch('touchStart', 20);
  for (let px = 30; px <= 120; px += 15) await touch('touchMove', px);
  await touch('touchEnd');
}
