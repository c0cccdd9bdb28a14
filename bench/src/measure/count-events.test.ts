import { describe, expect, it } from 'vitest';
import { countEvents } from './count-events.ts';

const running = { id: 'a', revision: 1, status: 'processing' };
const completed = { id: 'a', revision: 2, status: 'completed' };

describe('countEvents', () => {
  it('finds nothing when each change was sent once', () => {
    expect(countEvents(['a'], [running, completed])).toEqual({ lost: 0, duplicated: 0 });
  });

  it('counts a completion that was not sent as lost', () => {
    expect(countEvents(['a', 'b'], [running, completed])).toEqual({ lost: 1, duplicated: 0 });
  });

  it('counts a revision that was sent twice', () => {
    expect(countEvents(['a'], [running, running, completed])).toEqual({ lost: 0, duplicated: 1 });
  });

  it('counts a second completion once, whatever its revision', () => {
    expect(countEvents(['a'], [completed, completed])).toEqual({ lost: 0, duplicated: 1 });
    expect(countEvents(['a'], [completed, { ...completed, revision: 3 }])).toEqual({
      lost: 0,
      duplicated: 1,
    });
  });
});
