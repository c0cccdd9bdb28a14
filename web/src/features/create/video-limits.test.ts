import { describeIssue, getKind } from '@atelier/catalog';
import { videoLimits } from '@atelier/catalog/testing';
import { describe, expect, it } from 'vitest';
import { findIssues, initialValues } from './form-values.ts';

/** The kind that has every field of the table. */
const kind = getKind('wan-v2-2-a14b');
const filled = initialValues(kind, { prompt: 'A koi pond in the rain' });

describe.each(videoLimits)('the form’s limits of %s', (field, passes, fails, sentence) => {
  it.each(passes)('accept %j', (value) => {
    expect(findIssues(kind, { ...filled, [field]: value })).toEqual([]);
  });

  it.each(fails)('reject %j with the documented message', (value) => {
    const reported = findIssues(kind, { ...filled, [field]: value })
      .map(describeIssue)
      .map(({ path, message }) => [path, message]);
    expect(reported).toEqual([[field, sentence]]);
  });
});

it('the form reports all of them at once', () => {
  const wrong = Object.fromEntries(videoLimits.map(([field, , [value]]) => [field, value]));
  const reported = findIssues(kind, { ...filled, ...wrong })
    .map(describeIssue)
    .map(({ path, message }) => [path, message]);
  expect(reported.toSorted()).toEqual(
    videoLimits.map(([field, , , sentence]) => [field, sentence]).toSorted(),
  );
});
