/** Joins the class names that are set. Conflicts are not resolved, so no two of them may set the same property. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
