/**
 * The words of a text that may stand in the name of a file, on every system: letters with their marks, and digits. Marks
 * that have a letter of their own are composed, because a name is compared byte by byte.
 */
export function fileWords(text: string): Iterable<string> {
  return text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
