import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMediaMaker } from './create-media-maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-maker-'));
const maker = await createMediaMaker({
  directory: join(folder, 'files'),
  fontDirectory: join(folder, 'fonts'),
});
afterAll(async () => {
  await maker.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the media maker makes an equal file once, and keeps it for another week each time', async () => {
  const make = () => maker.make('sound', 'wav', { durationSeconds: 1, seed: 7, prompt: 'Waves' });
  const first = await make();
  const [made, old] = [statSync(first.path), new Date('2026-01-01')];
  utimesSync(first.path, old, old);
  expect(await make()).toEqual(first);
  const kept = statSync(first.path);
  expect(kept.ino).toBe(made.ino);
  expect(kept.mtimeMs).toBeGreaterThanOrEqual(Math.floor(made.mtimeMs));
});
