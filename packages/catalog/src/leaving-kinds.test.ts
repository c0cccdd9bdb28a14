import { expect, it } from 'vitest';
import { getKind } from './kinds.ts';
import { leavingKinds } from './leaving-kinds.ts';

const day = /^20\d\d-\d\d-\d\d$/;

it.each(Object.entries(leavingKinds))(
  '%s names an equal that stays, its source and the day',
  (id, leaving) => {
    expect(getKind(leaving.successor).medium).toBe(getKind(id).medium);
    expect(leavingKinds).not.toHaveProperty(leaving.successor);
    expect(leaving.source).not.toBe('');
    expect(leaving.on).toMatch(day);
    if (leaving.closesOn) expect(leaving.closesOn).toMatch(day);
  },
);
