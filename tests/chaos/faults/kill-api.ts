import { type Fault, pickProcess } from './fault.ts';

export const killApi: Fault = {
  id: 'kill-api',
  title: 'kill -9 of an api process',
  aim({ processes }, chance) {
    const name = pickProcess(chance, 'api');
    return {
      target: name,
      lastsMs: chance.between(500, 4_000),
      begin: async () => {
        const restart = processes.of(name).kill();
        return async () => restart();
      },
    };
  },
};
