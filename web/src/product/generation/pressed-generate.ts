let pressedKindId: string | undefined;

/**
 * Has the form of a kind generate when it opens, because the user has pressed Generate elsewhere. Kept in this page's
 * memory only: neither a link, nor going back, nor a reload can spend credits.
 */
export function pressGenerate(kindId: string): void {
  pressedKindId = kindId;
}

/** Whether Generate was pressed for one of these kinds. True once. */
export function takePressedGenerate(kindIds: readonly string[]): boolean {
  const isPressed = pressedKindId !== undefined && kindIds.includes(pressedKindId);
  pressedKindId = undefined;
  return isPressed;
}
