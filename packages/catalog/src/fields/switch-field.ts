import * as z from 'zod/mini';
import { checkWith } from '../check-with.ts';
import type { Field } from '../field.ts';

export function switchField(options: { default: boolean }): Field<boolean> {
  return {
    widget: { type: 'switch' },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    check: checkWith(z.boolean('not_a_boolean'), 'not_a_boolean'),
  };
}
