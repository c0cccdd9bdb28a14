/** Joins the class names that hold. Order does not matter: nothing here overrides anything. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
