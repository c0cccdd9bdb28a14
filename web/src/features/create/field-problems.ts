import type { Kind } from '@atelier/catalog';
import type { InputProblem } from '#lib/api/api-error.ts';
import { type FormValues, isShown } from './form-values.ts';

/** Whether the form shows the problem at its field: a switch and an option without an alternative have no room for one. */
export function isAtField(kind: Kind, values: FormValues, { path }: InputProblem): boolean {
  const field = kind.fields[path];
  if (!field || !isShown(field, values)) return false;
  const { widget } = field;
  return widget.type !== 'switch' && !(widget.type === 'choice' && widget.options.length === 1);
}

/** Brings a field into sight, out of a closed section, and focuses it. */
export function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const found = name && form?.elements.namedItem(name);
  const control = found instanceof RadioNodeList ? found[0] : found;
  if (!(control instanceof HTMLElement)) return;
  const section = control.closest('details');
  if (section) section.open = true;
  control.focus();
}
