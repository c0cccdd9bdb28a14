import { type Fault, pickProcess, switching } from './fault.ts';

/** Longer than a job's lock and a lease: others take over while it still believes that it is at work. */
const frozenMs = 20_000;

export const freezeProcess: Fault = {
  id: 'freeze-process',
  title: 'SIGSTOP of a process',
  aim({ processes }, chance) {
    const name = pickProcess(chance);
    let thaw: () => void = () => undefined;
    return switching(name, frozenMs, {
      on: () => {
        thaw = processes.of(name).freeze();
      },
      off: () => thaw(),
    });
  },
};
