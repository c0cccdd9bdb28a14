import { expect, it } from 'vitest';
import { choiceField, sliderField } from './value-fields.ts';

const style = choiceField({
  options: [{ value: 'ink' }, { value: 'oil' }],
  default: 'ink',
  variant: 'tiles',
});
const grain = sliderField({ min: 0, max: 1, step: 0.1, default: 0.5 });

it('a choice without a message of its own lists its options', () => {
  expect(style.check('style', 'pencil')).toMatchObject({
    issue: { message: 'pencil is not available here; choose one of: ink, oil' },
  });
});

it('a slider without a message of its own names its range', () => {
  expect(grain.check('grain', 2)).toMatchObject({
    issue: { message: 'This must be a number between 0 and 1' },
  });
});
