import { readCookie, writeCookie } from '#lib/cookies.ts';
import { createStore, useStore } from '#lib/store.ts';

export const tileHeights = { min: 112, max: 384, step: 8 } as const;
const cookie = 'tile-height';
const rememberedDays = 365;

/** How high rows are that the user has not changed, by the width of the window. */
function usualHeight(): number {
  if (window.innerWidth >= 1024) return 216;
  return window.innerWidth >= 640 ? 160 : 128;
}

const chosen = createStore(readChosen());

/** The height that rows of tiles should have, in pixels, remembered on this device. */
export function useTileHeight(): number {
  return useStore(chosen) ?? usualHeight();
}

export function chooseTileHeight(heightPx: number): void {
  chosen.set(heightPx);
  writeCookie(cookie, String(heightPx), rememberedDays);
}

function readChosen(): number | undefined {
  const heightPx = Number(readCookie(cookie));
  return heightPx >= tileHeights.min && heightPx <= tileHeights.max ? heightPx : undefined;
}
