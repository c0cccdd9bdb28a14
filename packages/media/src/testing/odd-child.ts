import { answerCalls } from '../answer-calls.ts';

answerCalls({
  double: (value: number) => value * 2,
  fail: (message: string) => {
    throw new Error(message);
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  spin: () => {
    for (;;);
  },
});
