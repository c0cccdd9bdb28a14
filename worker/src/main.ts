import { readWorkerEnv } from '@atelier/env';
import { runProcess } from '@atelier/log';
import { startWorker } from './start-worker.ts';

await runProcess('worker', () => startWorker(readWorkerEnv()));
