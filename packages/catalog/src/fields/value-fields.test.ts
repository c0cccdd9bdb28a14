import { expect, it } from 'vitest';
import { describeRefusal } from '../testing/describe-refusal.ts';
import { choiceField, sliderField } from './value-fields.ts';

const style = choiceField({
  options: [{ value: 'ink' }, { value: 'oil' }],
  default: 'ink',
  variant: 'tiles',
});
const grain = sliderField({ min: 0, max: 1, step: 0.1, default: 0.5 });

it('a choice without a message of its own lists its options', () => {
  expect(describeRefusal(style.check('style', 'pencil'))?.message).toBe(
    'pencil is not available here; choose one of: ink, oil',
  );
});

it('a choice names a refused value only as far as it is plain and short', () => {
  const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
  const shown = (value: unknown) => {
    const checked = style.check('style', value);
    return checked.ok ? undefined : checked.issue.params.value;
  };
  expect([{ toString: 'x', valueOf: 'x' }, nested, null].map(shown)).toEqual(['{…}', '[…]', 'null']);
  expect(shown('🦊'.repeat(600))).toHaveLength(101);
});

it('a slider without a message of its own names its range', () => {
  expect(describeRefusal(grain.check('grain', 2))?.message).toBe('This must be a number between 0 and 1');
});
