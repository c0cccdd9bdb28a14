import { AppError } from '@atelier/contract';
import type { Api } from '../../api.ts';
import { tellNeedOfSession } from '../auth/require-session.ts';

/** To everybody else these addresses do not exist (S24). Runs before the body is read. */
export function requireAdmin(api: Api): void {
  tellNeedOfSession(api);
  api.addHook('onRequest', async (request) => {
    if (!request.session?.isAdmin) throw new AppError('not_found');
  });
}
