import { expect, it } from 'vitest';
import { countRequests } from './count-requests.ts';

it('the count of requests sums up the methods and statuses of a route, and reads nothing else', () => {
  const metrics = `# TYPE atelier_http_request_seconds histogram
atelier_http_request_seconds_bucket{le="0.005",method="POST",route="/api/a",status="200"} 9
atelier_http_request_seconds_sum{method="POST",route="/api/a",status="200"} 0.5
atelier_http_request_seconds_count{method="POST",route="/api/a",status="200"} 7
atelier_http_request_seconds_count{method="GET",route="/api/a",status="404"} 2
atelier_http_request_seconds_count{method="GET",route="/api/:id",status="200"} 1
atelier_sockets 40`;
  expect([...countRequests(metrics)]).toEqual([
    ['/api/a', 9],
    ['/api/:id', 1],
  ]);
});
