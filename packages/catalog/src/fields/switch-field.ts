import { checkWith, right, wrong } from '../check-with.ts';
import type { Field } from '../field.ts';

export function switchField(options: { default: boolean }): Field<boolean> {
  return {
    widget: { type: 'switch' },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    check: checkWith((value) => (typeof value === 'boolean' ? right(value) : wrong('not_a_boolean'))),
  };
}
