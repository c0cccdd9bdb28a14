import { cutNetwork } from './cut-network.ts';
import { failStorage } from './fail-storage.ts';
import type { Fault } from './fault.ts';
import { fillDisk } from './fill-disk.ts';
import { flushRedis } from './flush-redis.ts';
import { freezeProcess } from './freeze-process.ts';
import { killApi } from './kill-api.ts';
import { killPostgres } from './kill-postgres.ts';
import { killRedis } from './kill-redis.ts';
import { killWorker } from './kill-worker.ts';
import { moveClock } from './move-clock.ts';
import { refuseProvider } from './refuse-provider.ts';
import { resetProvider } from './reset-provider.ts';
import { slowProvider } from './slow-provider.ts';

export const faults: readonly Fault[] = [
  killApi,
  killWorker,
  killPostgres,
  killRedis,
  flushRedis,
  freezeProcess,
  failStorage,
  fillDisk,
  slowProvider,
  refuseProvider,
  resetProvider,
  moveClock,
  cutNetwork,
];
