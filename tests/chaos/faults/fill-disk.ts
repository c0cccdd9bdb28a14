import { type Fault, switching } from './fault.ts';

/**
 * Every write of every process to a file fails with ENOSPC. Not a small disk: that takes the rights of root, fills at a
 * moment that no run chooses, and PostgreSQL would stand on it as well.
 */
export const fillDisk: Fault = {
  id: 'fill-disk',
  title: 'the disk is full',
  aim({ processes }, chance) {
    const setFull = (isDiskFull: boolean) => {
      for (const each of processes.all) each.setFaults({ isDiskFull });
    };
    const on = () => setFull(true);
    return switching('disk', chance.between(4_000, 12_000), { on, off: () => setFull(false) });
  },
};
