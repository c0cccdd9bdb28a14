import { getPriority } from 'node:os';
import { answerCalls } from '../answer-calls.ts';

answerCalls({
  pid: () => process.pid,
  priority: () => getPriority(),
  double: (value: number) => value * 2,
  fail: (message: string) => {
    throw new Error(message);
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  spin: () => {
    for (;;);
  },
});
