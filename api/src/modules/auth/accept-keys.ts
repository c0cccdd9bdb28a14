import type { Api } from '../../api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs may call it with an API key. Everything else is refused to them by the session plugin. */
    acceptsKeys?: boolean;
  }
}

/**
 * Opens the routes of this group, that is all that are added after it, to API keys. A group that does not say so is for
 * browsers alone: who forgets it keeps a door shut and none open.
 */
export function acceptKeys(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsKeys: true };
  });
}
