import { once } from 'node:events';
import { runProcess } from '../run-process.ts';

/** A process that behaves as its argument says, for the tests of runProcess. */
const [behaviour = ''] = process.argv.slice(2);

class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

await runProcess('sample', async () => {
  if (behaviour === 'is misconfigured') throw new ConfigurationError('FAL_KEY is missing');
  if (behaviour === 'cannot connect') throw new Error('no database', { cause: new Error('refused') });
  if (behaviour === 'never starts') {
    process.send?.({ type: 'starting' });
    await once(process, 'a connection that does not come');
  }
  const work = setInterval(() => undefined, 60_000);
  return {
    async stop() {
      console.log('stopping');
      clearInterval(work);
      if (behaviour === 'cannot stop') throw new Error('a job hangs');
      if (behaviour === 'waits for leave') {
        const leave = once(process, 'message');
        process.send?.({ type: 'stopping' });
        await leave;
      }
    },
  };
});
