import { expect, it } from 'vitest';
import { Teardown } from './teardown.ts';

it('a teardown stops each part before those it uses, whatever the order of starting', async () => {
  const teardown = new Teardown();
  const stopped: string[] = [];
  for (const part of ['postgres', 'worker', 'openid', 'api', 'emulator'] as const) {
    teardown.add(part, () => stopped.push(part));
  }
  await teardown.run();
  expect(stopped).toEqual(['api', 'worker', 'emulator', 'openid', 'postgres']);
});

it('a teardown stops the rest when one part fails to stop, and reports it', async () => {
  const teardown = new Teardown();
  let isStopped = false;
  teardown.add('api', () => {
    throw new Error('stuck');
  });
  teardown.add('postgres', () => {
    isStopped = true;
  });
  await expect(teardown.run()).rejects.toThrow('did not stop cleanly');
  expect(isStopped).toBe(true);
});

it('a teardown stops a part that started too late immediately, and stops everything only once', async () => {
  const teardown = new Teardown();
  let stops = 0;
  teardown.add('api', () => {
    stops += 1;
    teardown.add('postgres', () => {
      stops += 10;
    });
  });
  await Promise.all([teardown.run(), teardown.run()]);
  expect(stops).toBe(11);
});
