import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

type End = { code: number | null; stdout: string; stderr: string };

/** A sample process, and what it said and how it ended. */
function start(behaviour: string): { child: ChildProcess; ended: Promise<End> } {
  const entry = fileURLToPath(new URL('./testing/sample-process.ts', import.meta.url));
  const child = fork(entry, [behaviour], { silent: true, execArgv: [] });
  return { child, ended: findEnd(child) };
}

async function findEnd(child: ChildProcess): Promise<End> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the process was started without pipes');
  // Not 'close': Node does not emit it once the parent has disconnected.
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  return { code, stdout: out, stderr: err };
}

it('a process reports to its supervisor that it is ready', async () => {
  const { child, ended } = start('works');
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'ready' });
  child.kill();
  await ended;
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a process stops in order on %s and exits with 0',
  async (signal) => {
    const { child, ended } = start('works');
    await once(child, 'message');
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, stdout: 'stopping\n', stderr: '' });
  },
);

it('a process stops in order when its supervisor is gone', async () => {
  const { child, ended } = start('works');
  await once(child, 'message');
  child.disconnect();
  expect(await ended).toEqual({ code: 0, stdout: 'stopping\n', stderr: '' });
});

it('a process leaves when its supervisor is gone before it was ready', async () => {
  const { child, ended } = start('never starts');
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'starting' });
  child.disconnect();
  expect(await ended).toEqual({ code: 1, stdout: '', stderr: '' });
});

it('a process stops once, however many signals come', async () => {
  const { child, ended } = start('waits for leave');
  await once(child, 'message');
  child.kill('SIGTERM');
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'stopping' });
  child.kill('SIGINT');
  child.kill('SIGTERM');
  child.send('leave');
  expect(await ended).toEqual({ code: 0, stdout: 'stopping\n', stderr: '' });
});

it('a process exits with 1 and the plain list when it is misconfigured', async () => {
  expect(await start('is misconfigured').ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'sample: FAL_KEY is missing\n',
  });
});

it('a process exits with 1, the stack and its cause when it cannot start', async () => {
  const { code, stderr } = await start('cannot connect').ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^sample: Error: no database\n {4}at /);
  expect(stderr).toContain('\n  because of Error: refused\n');
});

it('a process exits with 1 when it cannot stop', async () => {
  const { child, ended } = start('cannot stop');
  await once(child, 'message');
  child.kill();
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^sample: Error: a job hangs/);
});
