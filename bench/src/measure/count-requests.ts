const line = /^atelier_http_request_seconds_count\{.*?\broute="([^"]*)".*?\} (\d+)/gm;

/** The number of requests per route, from the api's /metrics. */
export function countRequests(metrics: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, route = '', count] of metrics.matchAll(line))
    counts.set(route, (counts.get(route) ?? 0) + Number(count));
  return counts;
}
