import { getPriority } from 'node:os';
import { answerCalls, type Report } from '../answer-calls.ts';

answerCalls({
  pid: () => process.pid,
  priority: () => getPriority(),
  double: (value: number) => value * 2,
  count: (to: number, report: Report<number>) => {
    for (let step = 1; step <= to; step += 1) report(step);
    return 'done';
  },
  fail: (message: string) => {
    throw new Error(message);
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  spin: () => {
    for (;;);
  },
});
