import type { Api, RouteDeps } from '../../api.ts';
import { adminAccountRoutes } from './account-routes.ts';
import { adminAuditRoutes } from './audit-routes.ts';
import { adminBreakerRoutes } from './breaker-routes.ts';
import { adminCreditRoutes } from './credit-routes.ts';
import { adminGenerationRoutes } from './generation-routes.ts';
import { adminMarginRoutes } from './margin-routes.ts';
import { adminResultRoutes } from './result-routes.ts';
import { adminUserRoutes } from './user-routes.ts';

/** The pages of operators about users, money and fal; those of other modules are beside what they are about. */
export function adminRoutes(api: Api, deps: RouteDeps): void {
  adminUserRoutes(api, deps);
  adminAccountRoutes(api, deps);
  adminAuditRoutes(api, deps);
  adminCreditRoutes(api, deps);
  adminGenerationRoutes(api, deps);
  adminMarginRoutes(api, deps);
  adminResultRoutes(api, deps);
  adminBreakerRoutes(api, deps);
}
