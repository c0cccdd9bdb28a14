import type { Api, RouteDeps } from '../../api.ts';
import { falProxyRoutes } from '../fal-proxy/routes.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { openAiRoutes } from '../openai/routes.ts';

/** Protocols of others, for programs and agents that are written for these (docs/agents.md). */
export async function programRoutes(api: Api, deps: RouteDeps): Promise<void> {
  await falProxyRoutes(api, deps);
  await mcpRoutes(api, deps);
  await openAiRoutes(api, deps);
}
