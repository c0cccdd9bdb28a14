import { describe, expect, it } from 'vitest';
import { countEvents } from './count-events.ts';

const running = { id: 'a', revision: 1, status: 'processing' };
const completed = { id: 'a', revision: 2, status: 'completed' };

describe('countEvents', () => {
  it('finds nothing wrong where each change was told once', () => {
    expect(countEvents(['a'], [running, completed])).toEqual({ lost: 0, doubled: 0 });
  });

  it('counts a completion that was not told as lost', () => {
    expect(countEvents(['a', 'b'], [running, completed])).toEqual({ lost: 1, doubled: 0 });
  });

  it('counts a revision that was told twice', () => {
    expect(countEvents(['a'], [running, running, completed])).toEqual({ lost: 0, doubled: 1 });
  });

  it('counts a second completion once, whatever its revision', () => {
    expect(countEvents(['a'], [completed, completed])).toEqual({ lost: 0, doubled: 1 });
    expect(countEvents(['a'], [completed, { ...completed, revision: 3 }])).toEqual({ lost: 0, doubled: 1 });
  });
});
