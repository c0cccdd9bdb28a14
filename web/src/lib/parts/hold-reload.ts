let count = 0;

/** Keeps the page from opening itself again until the returned function is called: it has work that would be lost. */
export function holdReload(): () => void {
  count += 1;
  let isHeld = true;
  return () => {
    if (isHeld) count -= 1;
    isHeld = false;
  };
}

export const holdingCount = (): number => count;
