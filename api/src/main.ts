import { readApiEnv } from '@atelier/env';
import { runProcess } from '@atelier/log';
import { startApi } from './start-api.ts';

await runProcess('api', () => startApi(readApiEnv()));
