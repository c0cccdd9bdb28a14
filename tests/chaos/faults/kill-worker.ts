import { type Fault, pickProcess } from './fault.ts';

export const killWorker: Fault = {
  id: 'kill-worker',
  title: 'kill -9 of a worker process',
  aim({ processes }, chance) {
    const name = pickProcess(chance, 'worker');
    return {
      target: name,
      lastsMs: chance.between(500, 6_000),
      begin: async () => {
        const restart = processes.of(name).kill();
        return async () => restart();
      },
    };
  },
};
