import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { streamFile } from './stream-file.ts';

it('the stream of a missing file that was destroyed leaves no error without a listener', async () => {
  const stream = streamFile('/nowhere/file');
  stream.destroy();
  // An error without a listener would end the process here, and this run with it.
  await new Promise<void>((resolve) => stream.once('close', () => resolve()));
  expect(stream.errored).toMatchObject({ code: 'ENOENT' });
});

it('the stream of a file has the bytes of a range, or the error of a file that is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-stream-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), 'A harbour');
  expect(String(await buffer(streamFile(join(folder, 'file'), { start: 2, end: 4 })))).toBe('har');
  await expect(buffer(streamFile(join(folder, 'none')))).rejects.toThrow('ENOENT');
});
