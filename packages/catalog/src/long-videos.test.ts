import { expect, it } from 'vitest';
import { describeIssue } from './describe-issue.ts';
import { findKind, parseInput } from './index.ts';

it('LTX 2.5 Fast makes up to 10 seconds at every size and rate, and up to 20 at those that fal names', () => {
  const kind = findKind('ltx-2-5-fast-text-to-video') ?? expect.fail();
  const messages = new Set<string>();
  for (const duration of [6, 10, 12, 20])
    for (const resolution of ['720p', '1080p', '1440p', '2160p'])
      for (const fps of [24, 25, 48, 50]) {
        const parsed = parseInput(kind, { prompt: 'A pier', duration, resolution, fps });
        const isMade = duration <= 10 || (['720p', '1080p'].includes(resolution) && fps <= 25);
        expect([duration, resolution, fps, parsed.ok]).toEqual([duration, resolution, fps, isMade]);
        if (!parsed.ok) for (const issue of parsed.issues) messages.add(describeIssue(issue).message);
      }
  expect([...messages]).toEqual([
    'Durations longer than 10 seconds are only supported at these settings: 720p, 1080p; 24, 25 FPS',
  ]);
});
