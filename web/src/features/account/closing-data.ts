import type { CloseAccountReply, ClosingReply, ErasureReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';

type Context = { signal: AbortSignal };

/** Whether the account is closed, and how long its owner has to change their mind. */
export const closingQuery = {
  queryKey: ['account', 'closing'],
  queryFn: ({ signal }: Context): Promise<ClosingReply> => request('GET /api/user/closing', { signal }),
};

/** The state of an erasure, and in the end its statement. Needs no session. */
export const erasureQuery = (token: string) => ({
  queryKey: ['erasure', token],
  queryFn: ({ signal }: Context): Promise<ErasureReply> =>
    request('GET /api/erasures/{token}', { params: { token }, signal }),
});

export function closeAccount(email: string): Promise<CloseAccountReply> {
  return request('POST /api/user/close', { body: { email } });
}

export async function keepAccount(): Promise<void> {
  await request('POST /api/user/keep');
}
