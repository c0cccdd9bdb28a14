import { describe, expect, it } from 'vitest';
import {
  findAcross,
  findPull,
  findTurn,
  followPress,
  isEdge,
  isSecondTap,
  type Press,
  type Sample,
  startPress,
} from './swipe.ts';

const at = (x: number, y: number, atMs: number): Sample => ({ x, y, atMs });
const always = () => true;
const never = () => false;

/** A finger that goes through points, the first of which it touches. */
function drag([first = at(0, 0, 0), ...rest]: Sample[], canPull = true): Press {
  return rest.reduce((press, sample) => followPress(press, sample, canPull), startPress(first));
}

describe('a swipe', () => {
  it('goes on past 35 % of the width, and springs back before', () => {
    const to = (x: number) => drag([at(300, 100, 0), at(290, 100, 500), at(x, 100, 2000), at(x, 100, 2200)]);
    expect(findTurn(to(300 - 127), 360, always)).toBe(1);
    expect(findTurn(to(300 - 125), 360, always)).toBe(0);
    expect(findTurn(drag([at(100, 0, 0), at(260, 0, 2000), at(260, 0, 2200)]), 360, always)).toBe(-1);
  });

  it('goes on from 0.3 px/ms, however short it is, but not when the finger turns back', () => {
    expect(findTurn(drag([at(200, 0, 0), at(169, 0, 100)]), 360, always)).toBe(1);
    expect(findTurn(drag([at(200, 0, 0), at(171, 0, 100)]), 360, always)).toBe(0);
    const turned = drag([at(300, 0, 0), at(60, 0, 1000), at(70, 0, 1080), at(110, 0, 1160)]);
    expect(findTurn(turned, 360, always)).toBe(0);
  });

  it('resists at the first and the last work', () => {
    const press = drag([at(300, 0, 0), at(100, 0, 300)]);
    expect(findAcross(press, always)).toBe(-200);
    expect(findAcross(press, never)).toBe(-50);
    expect(findTurn(press, 360, never)).toBe(0);
  });

  it('is none while the browser scrolls', () => {
    const press = drag([at(100, 300, 0), at(100, 200, 100), at(300, 200, 200)]);
    expect(press.way).toBe('scroll');
    expect(findAcross(press, always)).toBe(0);
    expect(findTurn(press, 360, always)).toBe(0);
  });

  it('that begins at a side of the window is the browser’s', () => {
    expect([23, 24, 336, 337].map((x) => isEdge({ x, y: 0 }, 360))).toEqual([true, false, false, true]);
  });
});

describe('a pull', () => {
  it('follows the finger, scales to 0.82, and closes past 96 px', () => {
    const pulled = (y: number) => findPull(drag([at(100, 100, 0), at(104, 100 + y, 300)]));
    expect(pulled(48)).toMatchObject({ x: 4, y: 48, closes: false });
    expect(pulled(48).scale).toBeCloseTo(0.91);
    expect(pulled(96)).toMatchObject({ scale: 0.82, closes: false });
    expect(pulled(200)).toMatchObject({ y: 200, scale: 0.82, closes: true });
  });

  it('takes back what it began when the finger goes up again', () => {
    const press = drag([at(100, 100, 0), at(100, 250, 300), at(100, 90, 600)]);
    expect(findPull(press)).toMatchObject({ y: 0, scale: 1, closes: false });
  });

  it('is none where something has been scrolled', () => {
    const press = drag([at(100, 100, 0), at(100, 300, 300)], false);
    expect(press.way).toBe('scroll');
    expect(findPull(press).closes).toBe(false);
  });
});

describe('a double tap', () => {
  it('is two taps within 220 ms, near to each other', () => {
    expect(isSecondTap(at(50, 50, 0), at(60, 50, 220))).toBe(true);
    expect(isSecondTap(at(50, 50, 0), at(60, 50, 221))).toBe(false);
    expect(isSecondTap(at(50, 50, 0), at(90, 50, 100))).toBe(false);
    expect(isSecondTap(undefined, at(90, 50, 100))).toBe(false);
  });
});
