import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addLogContext, createLog, withLogContext, withoutLogContext } from './index.ts';

function openLog() {
  const lines: string[] = [];
  const log = createLog({ service: 'test', level: 'debug' }, { write: (line: string) => lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

it('says in each line of a piece of work what the work is, and in no other', async () => {
  const { log, last } = openLog();
  await withLogContext({ requestId: 'r1' }, async () => {
    await nextTurn();
    log.info('inside');
    expect(last()).toMatchObject({ requestId: 'r1', msg: 'inside' });
  });
  log.info('outside');
  expect(last()).not.toHaveProperty('requestId');
});

it('keeps works that run at the same time apart', async () => {
  const { log, lines } = openLog();
  const work = (jobId: string) =>
    withLogContext({ jobId }, async () => {
      await nextTurn();
      log.info({ expected: jobId }, 'line');
    });
  await Promise.all(['a', 'b', 'c'].map(work));
  for (const line of lines) {
    const { jobId, expected } = JSON.parse(line);
    expect(jobId).toBe(expected);
  }
});

it('adds what the work comes to know, and leaves absent values out', async () => {
  const { log, last } = openLog();
  await withLogContext({ job: 'dispatch-generation' }, async () => {
    await nextTurn();
    addLogContext({ generationId: 'g1', requestId: null, providerRequestId: undefined });
  }).then(() => log.info('after'));
  expect(last()).not.toHaveProperty('generationId');
  withLogContext({ job: 'dispatch-generation' }, () => {
    addLogContext({ generationId: 'g1', requestId: null });
    log.info('inside');
  });
  expect(last()).toMatchObject({ job: 'dispatch-generation', generationId: 'g1' });
  expect(last()).not.toHaveProperty('requestId');
});

it('takes the inner word for a name that is said twice', () => {
  const { log, last } = openLog();
  withLogContext({ requestId: 'outer', job: 'sweep' }, () =>
    withLogContext({ requestId: 'inner' }, () => log.info({ job: 'own' }, 'line')),
  );
  expect(last()).toMatchObject({ requestId: 'inner', job: 'own' });
});

it('writes a name once when the logger itself says it', () => {
  const { log, lines } = openLog();
  const child = log.child({ requestId: 'r1' });
  withLogContext({ requestId: 'r1', jobId: 'j1' }, () => child.info('line'));
  expect(lines[0]?.match(/"requestId"/g)).toHaveLength(1);
  expect(lines[0]).toContain('"jobId":"j1"');
});

it('lets shared work leave the context of whoever began it', () => {
  const { log, last } = openLog();
  withLogContext({ requestId: 'r1' }, () => withoutLogContext(() => log.info('a batch')));
  expect(last()).not.toHaveProperty('requestId');
});

it('hides secrets of the context too', () => {
  const { log, lines } = openLog();
  withLogContext({ callbackToken: 'hunter2-4f9d1c7e' }, () => log.info('line'));
  expect(lines[0]).not.toContain('hunter2-4f9d1c7e');
});
