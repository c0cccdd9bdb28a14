import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { wholeClip } from '../testing/cut-sources.ts';
import { writeTestFile } from '../testing/make-test-file.ts';

const media = createMediaProcess();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-cut-'));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

/** Kilobytes of the largest child of this process. */
function measureChild(): number {
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return Math.max(...children.flatMap(([parent, size]) => (parent === process.pid && size ? [size] : [])));
}

it('the process that renders a reversed 1080p video needs less than 400 MB', {
  tags: 'load',
  timeout: 300_000,
}, async () => {
  const path = join(folder, 'large');
  const graph = 'testsrc2=size=1920x1080:rate=25:duration=2,noise=alls=12:allf=t,format=yuv420p';
  writeTestFile({ container: 'mp4', encoder: 'libx264', preset: 'ultrafast', graph }, path);
  let most = 0;
  await media.renderCut(
    {
      clips: [{ ...wholeClip, path, isReversed: true }],
      format: { width: 1920, height: 1080, fps: { num: 25, den: 1 } },
      caption: '',
      outputPath: join(folder, 'out.mp4'),
    },
    {
      timeoutMs: 300_000,
      onProgress: () => {
        most = Math.max(most, measureChild());
      },
    },
  );
  expect(most).toBeGreaterThan(0);
  expect(most * 1_024).toBeLessThan(400_000_000);
});
