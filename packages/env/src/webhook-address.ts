import { isIP } from 'node:net';

type Addresses = {
  PUBLIC_URL: string;
  FAL_BASE_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_PUBLIC_ENDPOINT?: string | undefined;
};

/** Names that only this machine or this network knows: reserved endings, and anything without a dot. */
const localName = /^[^.]*$|\.(localhost|local|internal|lan|test|home\.arpa)$/;

/**
 * The address to give fal for its webhooks, or undefined when fal could not reach it: then polling alone finishes
 * generations (docs/configuration.md, `PUBLIC_URL`). A local emulator reaches everything.
 */
export function webhookBaseUrl({ PUBLIC_URL, FAL_BASE_URL }: Addresses): string | undefined {
  return FAL_BASE_URL || isReachable(PUBLIC_URL) ? PUBLIC_URL : undefined;
}

/** Whether fal can read files where our store serves them. If not, they must be handed over to fal's own storage. */
export function isStoreReachable(addresses: Addresses): boolean {
  const { PUBLIC_URL, FAL_BASE_URL, S3_ENDPOINT, S3_PUBLIC_ENDPOINT } = addresses;
  return Boolean(FAL_BASE_URL) || isReachable(S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT ?? PUBLIC_URL);
}

function isReachable(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return protocol === 'https:' && !localName.test(hostname) && !isAddress;
}
