import { quoteBody, quoteReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { maxBatchBytes } from '../../plugins/bounds.ts';
import { batchLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { submissionOrigin } from '../generations/read-submission.ts';
import { makeQuote } from './make-quote.ts';

export function quoteRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/quotes',
    {
      bodyLimit: maxBatchBytes,
      config: {
        // One submission is priced as cheaply as anything is read, the lines of a batch are not.
        otherLimit: {
          isMeant: ({ body }) => (body as { lines?: unknown }).lines !== undefined,
          limit: batchLimit(deps.env).config.limit,
        },
        keyScopes: ['generate', 'read'],
      },
      schema: {
        tags: ['quotes'],
        summary: 'Get the exact price of a generation or a batch, bound for ten minutes',
        body: quoteBody,
        response: { 200: quoteReply },
      },
    },
    (request) =>
      makeQuote(deps, signedIn(request), { body: request.body, origin: submissionOrigin(request) }),
  );
}
