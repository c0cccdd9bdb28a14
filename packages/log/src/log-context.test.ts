import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addLogContext, createLog, withLogContext, withoutLogContext } from './index.ts';

function openLog() {
  const lines: string[] = [];
  const log = createLog({ service: 'test', level: 'debug' }, { write: (line: string) => lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

it('the context is in each line of its work, and in no other', async () => {
  const { log, last } = openLog();
  await withLogContext({ requestId: 'r1' }, async () => {
    await nextTurn();
    log.info('inside');
    expect(last()).toMatchObject({ requestId: 'r1', msg: 'inside' });
  });
  log.info('outside');
  expect(last()).not.toHaveProperty('requestId');
});

it('the contexts of works that run at the same time stay apart', async () => {
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

it('the context takes fields that the work adds, without absent values', async () => {
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

it('the inner value wins when two contexts set a name', () => {
  const { log, last } = openLog();
  withLogContext({ requestId: 'outer', job: 'sweep' }, () =>
    withLogContext({ requestId: 'inner' }, () => log.info({ job: 'own' }, 'line')),
  );
  expect(last()).toMatchObject({ requestId: 'inner', job: 'own' });
});

it('a name is written once when the logger itself has it', () => {
  const { log, lines } = openLog();
  const child = log.child({ requestId: 'r1' });
  withLogContext({ requestId: 'r1', jobId: 'j1' }, () => child.info('line'));
  expect(lines[0]?.match(/"requestId"/g)).toHaveLength(1);
  expect(lines[0]).toContain('"jobId":"j1"');
});

it('shared work can leave the context of its first caller', () => {
  const { log, last } = openLog();
  withLogContext({ requestId: 'r1' }, () => withoutLogContext(() => log.info('a batch')));
  expect(last()).not.toHaveProperty('requestId');
});

it('secrets of the context are hidden, too', () => {
  const { log, lines } = openLog();
  withLogContext({ callbackToken: 'hunter2-4f9d1c7e' }, () => log.info('line'));
  expect(lines[0]).not.toContain('hunter2-4f9d1c7e');
});
