import autocannon from 'autocannon';
import { type Load, summarize } from './load.ts';

export type HttpCall = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

type Options = {
  /** The server, without a path. */
  url: string;
  connections: number;
  durationSeconds: number;
  /** The next call; asked anew for each. */
  nextCall(): HttpCall;
};

/** Closed loop over keep-alive connections. Any answer but 2xx ends it: a refusal is faster than the work. */
export async function loadHttp(options: Options): Promise<Load> {
  const { url, connections, durationSeconds } = options;
  const latenciesMs: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        duration: durationSeconds,
        timeout: 30,
        requests: [{ setupRequest: (request) => ({ ...request, ...options.nextCall() }) }],
      },
      (error: Error | null, finished) => (error ? reject(error) : resolve(finished)),
    );
    // Not its own percentiles: they are rounded to whole milliseconds.
    instance.on('response', (_client, _status, _bytes, latencyMs) => void latenciesMs.push(latencyMs));
  });
  if (result.non2xx > 0 || result.errors > 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}: ${result.errors} errors, answers ${codes} (${result['2xx']} were as wanted)`);
  }
  return summarize(latenciesMs, result.duration * 1000);
}
