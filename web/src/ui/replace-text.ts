/**
 * Replaces the text of a field as if it had been typed, so that Ctrl+Z in the field brings the earlier text back. The
 * focus stays where it was. False where the browser cannot: the caller then sets the value, which cannot be undone.
 */
export function replaceText(field: HTMLTextAreaElement, text: string): boolean {
  if (field.value === text) return true;
  const focused = document.activeElement;
  field.focus({ preventScroll: true });
  field.select();
  // Deprecated without a successor: setting `value` and `setRangeText` both clear the undo stack in Chromium.
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (focused instanceof HTMLElement && focused !== field) focused.focus({ preventScroll: true });
  return isDone;
}
