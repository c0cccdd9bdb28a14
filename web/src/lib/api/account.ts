import type { UserInfo } from '@atelier/contract';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

/** Who is signed in; `null` for nobody. */
export async function fetchUserInfo(): Promise<UserInfo | null> {
  try {
    return await request('GET /api/user/info');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export async function signOut(options: { everywhere: boolean }): Promise<void> {
  await request('POST /api/auth/logout', { body: options });
}

/** Leaves for the sign-in page; the user comes back to `returnPath`. */
export function leaveForSignIn(returnPath = window.location.pathname + window.location.search): void {
  window.location.assign(`/api/auth/login?${new URLSearchParams({ redirect: returnPath })}`);
}
