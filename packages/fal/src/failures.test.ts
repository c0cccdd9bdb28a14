import { describe, expect, it } from 'vitest';
import { describeBody, readFailure } from './failures.ts';

const entry = (type: string, msg: string) => ({ loc: ['body', 'prompt'], msg, type });

describe('readFailure', () => {
  it.each([
    [
      'a schema violation',
      422,
      {
        detail: [
          {
            loc: ['body', 'num_inference_steps'],
            msg: 'Input should be less than or equal to 12',
            type: 'less_than_equal',
            input: 28,
            ctx: { le: 12 },
          },
        ],
      },
      'provider_rejected',
      'Input should be less than or equal to 12',
    ],
    [
      'a custom model error in words',
      422,
      { detail: 'The image has no face' },
      'provider_rejected',
      'The image has no face',
    ],
    [
      'several fields at once',
      422,
      { detail: [entry('missing', 'Field required'), entry('value_error', 'Too short')] },
      'provider_rejected',
      'Field required; Too short',
    ],
    [
      'flagged content',
      422,
      { detail: [entry('content_policy_violation', 'Flagged by a content checker.')] },
      'content_policy',
      'Flagged by a content checker.',
    ],
    [
      'a file that fal could not load',
      422,
      { detail: [entry('file_download_error', 'Failed to download the file.')] },
      'provider_rejected',
      'Failed to download the file.',
    ],
    [
      'an account that is locked',
      403,
      {
        detail: 'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
      },
      'provider_locked',
      'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
    ],
    [
      'a bad key',
      401,
      { detail: 'No user found for Key ID and Secret' },
      'provider_locked',
      'No user found for Key ID and Secret',
    ],
    [
      'a crash of the model',
      500,
      { detail: [entry('internal_server_error', 'Internal server error')] },
      'provider_failed',
      'Internal server error',
    ],
    [
      'a model that took too long',
      504,
      { detail: [entry('generation_timeout', 'Generation timeout')] },
      'provider_failed',
      'Generation timeout',
    ],
    [
      'a runner that went away',
      503,
      { detail: 'Runner disconnected', error_type: 'runner_disconnected' },
      'provider_failed',
      'Runner disconnected',
    ],
    [
      'a service behind the model',
      400,
      { detail: [entry('downstream_service_error', 'Downstream service error')] },
      'provider_failed',
      'Downstream service error',
    ],
    [
      'no media',
      422,
      { detail: [entry('no_media_generated', 'No media was generated')] },
      'no_output',
      'No media was generated',
    ],
    ['a wrong path', 404, { detail: 'Path /x not found' }, 'provider_failed', 'Path /x not found'],
    [
      'a job cancelled at fal',
      499,
      { detail: 'Cancelled', error_type: 'client_cancelled' },
      'provider_failed',
      'Cancelled',
    ],
    ['a body with a message only', 400, { message: 'Bad input' }, 'provider_rejected', 'Bad input'],
    ['no body', 500, undefined, 'provider_failed', 'HTTP 500'],
    ['text instead of JSON', 502, '<html>', 'provider_failed', 'HTTP 502'],
  ])('reads %s', (_what, status, body, code, detail) => {
    expect(readFailure(status, body)).toEqual({ code, detail });
  });

  it.each([
    ['a list of fields', { detail: [entry('greater_than', 'Too small')] }, 'provider_rejected'],
    ['flagged content', { detail: [entry('content_policy_violation', 'Flagged')] }, 'content_policy'],
    ['a crash', { detail: [entry('internal_server_error', 'Internal server error')] }, 'provider_failed'],
    ['only what the webhook said', { detail: 'Invalid status code: 404' }, 'provider_failed'],
    ['a locked account', { detail: 'User is locked. Reason: TOP_UP' }, 'provider_locked'],
    ['nothing', null, 'provider_failed'],
  ])('reads the payload of an ERROR webhook, which has no status: %s', (_what, payload, code) => {
    expect(readFailure(undefined, payload).code).toBe(code);
  });
});

describe('describeBody', () => {
  it.each([
    ['detail before message', { detail: 'One', message: 'Two' }, 'One'],
    ['message when there is no detail', { message: 'Two' }, 'Two'],
    ['nothing for entries without words', { detail: [{ type: 'x' }, null] }, undefined],
    ['nothing for a number', 7, undefined],
    ['nothing for an empty text', { detail: '' }, undefined],
  ])('takes %s', (_what, body, described) => {
    expect(describeBody(body)).toBe(described);
  });
});
