import { expect, it } from 'vitest';
import { findSevere } from './supply-chain.ts';

it('the check refuses packages with a known vulnerability of high or critical severity', () => {
  const found = { severity: 'high', range: '<2.0.1' };
  const vulnerabilities = {
    one: found,
    two: { ...found, severity: 'critical' },
    three: { ...found, severity: 'moderate' },
  };
  expect(findSevere({ vulnerabilities })).toEqual([
    'one <2.0.1: a known vulnerability of severity high',
    'two <2.0.1: a known vulnerability of severity critical',
  ]);
});
