/** Removes or replaces the characters that PostgreSQL cannot store. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}
