/** Signs that are letters on other keyboards. */
const marks: Readonly<Record<string, string>> = { Comma: ',', Period: '.' };

/**
 * The key of a shortcut, letters in lower case. Where the keyboard writes other signs (Cyrillic, Greek, Arabic, digits
 * with Shift on a French one), the place of the key counts: the shortcuts are those of its Latin letters and digits.
 */
export function pressedKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const isSign = [...key].length === 1;
  if (!isSign || /^[a-z\d]$/i.test(key)) return key.toLowerCase();
  const [, letter = '', digit = ''] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (/\p{L}/u.test(key) && Object.hasOwn(marks, code)) return marks[code] ?? key;
  // A sign that Shift makes of a digit, such as "?", is meant itself.
  return letter.toLowerCase() || (shiftKey ? '' : digit) || key;
}
