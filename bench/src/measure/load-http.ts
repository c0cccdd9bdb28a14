import autocannon from 'autocannon';
import { type Load, summarize } from './statistics.ts';

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
  /** Called for every request. */
  nextCall(): HttpCall;
};

/** Closed loop over keep-alive connections. Fails on any answer but 2xx: refusals are faster than the real work. */
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
    // autocannon rounds its own percentiles to whole milliseconds.
    instance.on('response', (_client, _status, _bytes, latencyMs) => void latenciesMs.push(latencyMs));
  });
  if (result.non2xx > 0 || result.errors > 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}: ${result.errors} errors, answers ${codes} (${result['2xx']} were 2xx)`);
  }
  return summarize(latenciesMs, result.duration * 1000);
}
