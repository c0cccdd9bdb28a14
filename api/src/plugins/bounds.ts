// Bounds that follow from other settings, so that what a user may start can also be followed, cancelled and taken.
import type { ApiEnv } from '@atelier/env';

type Settings<Name extends keyof ApiEnv> = Pick<ApiEnv, Name>;

/** Most generations that one user may have running and waiting, and so must be able to follow. */
export function maxFollowed(env: Settings<'LIMIT_RUNNING' | 'LIMIT_WAITING'>): number {
  return env.LIMIT_RUNNING + env.LIMIT_WAITING;
}

/** fal's client asks for a status twice a second. */
const statusesPerMinute = 120;
/** Reads beside the statuses of the waiting time: the first status, the last, the result, and a cancellation. */
const readsPerSubmission = 4;
/**
 * Reads a minute of one open page: each change of the line, five a second at most, reads account, running generations, line
 * and batch; without a socket the timers need a tenth of that.
 */
const readsPerPage = 1_200;

/** Reads by which one user's programs and pages follow their generations. */
export function followsPerMinute(
  env: Settings<'LIMIT_RUNNING' | 'LIMIT_WAITING' | 'LIMIT_CREATE_PER_MINUTE' | 'LIMIT_SOCKETS'>,
): number {
  return (
    statusesPerMinute * maxFollowed(env) +
    readsPerSubmission * env.LIMIT_CREATE_PER_MINUTE +
    readsPerPage * env.LIMIT_SOCKETS
  );
}

/** Lists that an open page reads again after events, at most once a second. */
const listsPerPage = 60;
/** Submissions, batches, checkouts, shares and redeliveries have limits of their own, which are multiples of one setting. */
const callsPerSubmission = 8;

/**
 * All other requests of one user: those that an address has, and as many as the limits of their own and the open pages
 * need, so that none of them is met in place of its own limit.
 */
export function ownRequestsPerMinute(env: ApiEnv): number {
  return (
    env.LIMIT_REQUESTS_PER_MINUTE +
    callsPerSubmission * env.LIMIT_CREATE_PER_MINUTE +
    env.LIMIT_UPLOAD_PER_MINUTE +
    env.LIMIT_REFUND_PER_MINUTE +
    env.LIMIT_PRESIGN_PER_MINUTE +
    confirmsPerMinute(env) +
    listsPerPage * env.LIMIT_SOCKETS
  );
}

/** The body of a submission, which may hold a file as a `data:` address of up to `maxDataAddressLength`. */
export const maxSubmissionBytes = 4_194_304;

/** The body of a batch: room for 500 lines with the longest prompts. */
export const maxBatchBytes = 16_777_216;

/** Minutes for which an upload address is valid. */
export const presignMinutes = 5;

/** All uploads whose addresses can still be valid may be confirmed in the same minute. */
export function confirmsPerMinute(env: Settings<'LIMIT_PRESIGN_PER_MINUTE'>): number {
  return env.LIMIT_PRESIGN_PER_MINUTE * (presignMinutes + 1);
}

/** Connections of an address besides the generations that it follows: pages, each with a socket and some requests. */
const otherConnections = 200;

/** A client opens the next connection before the server has noticed, or the network has reported, the end of the last. */
const connectionsPerFollowed = 2;

/** Connections of one address: each status stream takes one, and so does each status that is held. */
export function maxConnections(
  env: Settings<'LIMIT_CONNECTIONS' | 'LIMIT_RUNNING' | 'LIMIT_WAITING'>,
): number {
  return env.LIMIT_CONNECTIONS ?? connectionsPerFollowed * maxFollowed(env) + otherConnections;
}
