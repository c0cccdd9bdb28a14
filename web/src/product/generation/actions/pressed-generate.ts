let pressedPath: string | undefined;

/**
 * Has the form at a path below /creator generate when it opens, because the user has pressed Generate elsewhere. Kept in
 * this page's memory only: neither a link, nor going back, nor a reload can spend credits.
 */
export function requestGenerateOnOpen(path: string): void {
  pressedPath = path;
}

/** Whether Generate was pressed for the form at this path. True once. */
export function takePressedGenerate(path: string): boolean {
  const isPressed = pressedPath === path;
  pressedPath = undefined;
  return isPressed;
}
