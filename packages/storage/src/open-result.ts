import type { Readable } from 'node:stream';
import { AppError, isAppError } from '@atelier/contract';
import { guardedGet } from './guard/guarded-get.ts';

export type ResultSource = { stream: Readable; contentType: string };

type Guard = {
  /**
   * Hosts that results may come from. One with a leading dot stands for itself and every host below, all of which must
   * be on the public internet; any other, with its port, is trusted as it was configured.
   */
  allowedHosts: readonly string[];
  /** For the whole download, redirects included. */
  timeoutMs: number;
};

/**
 * Opens a file that the provider made. Only its own media hosts are asked, redirects included, so that a result
 * cannot point us at an address inside our network.
 * Throws AppError: result_url_rejected; result_copy_failed when the host says that there is no such file; and
 * provider_unavailable when it could not be asked, which is no verdict on the file.
 */
export async function openResult(url: string, { allowedHosts, timeoutMs }: Guard): Promise<ResultSource> {
  const trustedHosts = allowedHosts.filter((host) => !host.startsWith('.'));
  const isAllowed = (address: URL) => allowedHosts.some((host) => isOf(address, host));
  const answer = await guardedGet(url, { trustedHosts, isAllowed, timeoutMs }).catch((error: unknown) => {
    throw new AppError(isAppError(error) ? 'result_url_rejected' : 'provider_unavailable', { cause: error });
  });
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 200 && statusCode < 300) {
    return {
      stream: answer,
      contentType: headers['content-type']?.split(';')[0] ?? 'application/octet-stream',
    };
  }
  answer.destroy();
  const isGone = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  const cause = new Error(`${new URL(url).host} answered ${statusCode}`);
  throw new AppError(isGone ? 'result_copy_failed' : 'provider_unavailable', { cause });
}

function isOf(address: URL, host: string): boolean {
  if (!host.startsWith('.')) return address.host === host;
  return address.port === '' && (address.hostname.endsWith(host) || address.hostname === host.slice(1));
}
