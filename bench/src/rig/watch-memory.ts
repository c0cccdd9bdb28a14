import { readUsage } from './process-usage.ts';

const everyMs = 250;

/** Looks at the api's resident memory from now on; `stop` says by how many MB its highest is above its first. */
export function watchMemory(): { stop(): number } {
  const memoryMb = () => readUsage('api').memoryMb ?? Number.NaN;
  const before = memoryMb();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryMb());
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(highest, memoryMb()) - before;
    },
  };
}
