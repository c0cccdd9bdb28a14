import { getKind } from '@atelier/catalog';
import { videoLimits } from '@atelier/catalog/testing';
import { describe, expect, it } from 'vitest';
import { findIssues, initialValues } from './form-values.ts';

/** The kind that has every field of the table. */
const kind = getKind('wan-v2-2-a14b');
const filled = initialValues(kind, { prompt: 'A koi pond in the rain' });

describe.each(videoLimits)('the form’s own limits of %s', (field, passes, fails, sentence) => {
  it.each(passes)('let %j pass', (value) => {
    expect(findIssues(kind, { ...filled, [field]: value })).toEqual([]);
  });

  it.each(fails)('stop %j, in the words of the product', (value) => {
    const told = findIssues(kind, { ...filled, [field]: value }).map(({ path, message }) => [path, message]);
    expect(told).toEqual([[field, sentence]]);
  });
});

it('tells all of them together', () => {
  const wrong = Object.fromEntries(videoLimits.map(([field, , [value]]) => [field, value]));
  const told = findIssues(kind, { ...filled, ...wrong }).map(({ path, message }) => [path, message]);
  expect(told.toSorted()).toEqual(videoLimits.map(([field, , , sentence]) => [field, sentence]).toSorted());
});
