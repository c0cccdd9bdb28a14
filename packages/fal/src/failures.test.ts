import { describe, expect, it } from 'vitest';
import { describeBody, keptError, readFailure, readKeptError } from './failures.ts';

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
      'a custom model error as a text',
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
      'a runner that disconnected',
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
      'a request cancelled at fal',
      499,
      { detail: 'Cancelled', error_type: 'client_cancelled' },
      'provider_failed',
      'Cancelled',
    ],
    ['a body with a message only', 400, { message: 'Bad input' }, 'provider_rejected', 'Bad input'],
    ['no body', 500, undefined, 'provider_failed', 'HTTP 500'],
    ['text instead of JSON', 502, '<html>', 'provider_failed', 'HTTP 502'],
  ])('reads %s', (_what, status, body, code, detail) => {
    expect(readFailure(status, body)).toMatchObject({ code, detail });
  });
});

describe('the reason that users may see', () => {
  const readReason = (detail: unknown) => readFailure(422, { detail }).reason;

  it.each([
    ['the detail', { detail: 'The image has no face', message: 'Unprocessable' }, 'The image has no face'],
    [
      'the details of all fields',
      { detail: [entry('missing', 'Field required'), entry('x', 'Too short')] },
      'Field required; Too short',
    ],
    ['else the message', { message: 'Bad input' }, 'Bad input'],
    ['that of a detail without a list', { detail: { msg: 'No face' } }, 'No face'],
    ['those of a nested list', { detail: [[entry('x', 'No face')], ['Too short']] }, 'No face; Too short'],
    ['else none', {}, null],
    ['none for text in place of JSON', '<html>', null],
    ['none for a detail that cannot be read', { detail: { code: 7 } }, null],
    ...[
      'Unknown error',
      'An unknown error occurred.',
      'Internal Server Error',
      'internal_error',
      'Error',
      'null',
      'undefined',
      '[object Object]',
      'Invalid status code: 422',
      'HTTP 500',
      'Something went wrong.',
    ].map((said): [string, object, null] => [`none for "${said}"`, { detail: said }, null]),
    [
      'the words of an error that has some',
      { detail: 'Unknown error in layer 3' },
      'Unknown error in layer 3',
    ],
  ])('is %s', (_what, body, reason) => expect(readFailure(422, body).reason).toBe(reason));

  it('carries no address, since an address may carry a token', () => {
    expect(readReason('Failed to download https://s3.test/u/a.png?X-Amz-Signature=abc, status 403')).toBe(
      'Failed to download […], status 403',
    );
    expect(readReason('Cannot read data:image/png;base64,iVBORw0KGgo= (truncated)')).toBe(
      'Cannot read […] (truncated)',
    );
    expect(
      readReason("Key 'a1b2c3d4-0000-1111-2222-333344445555:0123456789abcdef0123456789abcdef' failed"),
    ).toBe('Key […] failed');
  });

  it('is one line of at most 300 characters that can be stored', () => {
    expect(readReason(' Traceback\n  line 1\u0000\ud800 ')).toBe('Traceback line 1 \ufffd');
    expect(readReason('An error '.repeat(100))).toMatch(/^(An error )+.*…$/);
    expect([...(readReason('雨 '.repeat(1_000)) ?? '')]).toHaveLength(300);
  });

  it("is not given for what concerns the operator's account at fal", () => {
    expect(readFailure(403, { detail: 'User is locked. Reason: Exhausted balance.' }).reason).toBeNull();
    expect(readFailure(401, { detail: 'No user found for Key ID and Secret' }).reason).toBeNull();
  });

  it.each([
    [402, { detail: 'Payment required' }],
    [402, undefined],
    [422, { detail: 'Exhausted balance. Top up your balance at fal.ai/dashboard/billing.' }],
    [422, { detail: [entry('value_error', 'Request refused: User is locked. Reason: TOP_UP')] }],
    [400, { message: 'Your account has been suspended, see your billing settings' }],
    [500, { detail: { msg: 'Insufficient funds' } }],
    [429, { detail: 'Out of credits' }],
    [undefined, { error_type: 'x', detail: 'Organization is disabled' }],
  ])('is not given either with status %s and the body %j', (status, body) => {
    expect(readFailure(status, body)).toMatchObject({ code: 'provider_locked', reason: null, fields: [] });
  });

  it.each([
    'The prompt "a balance beam on top of a bank" was refused',
    'Payment terminal was not found in the image',
    'The door in the video is locked',
    'Could not balance the colours',
  ])('is given for other words: %s', (detail) => {
    expect(readFailure(422, { detail })).toMatchObject({ code: 'provider_rejected', reason: detail });
  });

  it('names the fields that fal names', () => {
    const detail = [
      { loc: ['body', 'image_url'], msg: 'Image too small: https://x.test/a', type: 'image_too_small' },
      { loc: ['body', 'ref_image_urls', 1], msg: 'Not an image', type: 'value_error' },
      { loc: ['body', 'voice_setting', 'speed'], msg: 'Too fast', type: 'less_than_equal' },
      { loc: ['body'], msg: 'No face', type: 'value_error' },
      { msg: 'Odd' },
      'text',
    ];
    expect(readFailure(422, { detail }).fields).toEqual([
      { field: 'image_url', message: 'Image too small: […]', type: 'image_too_small' },
      { field: 'ref_image_urls', index: 1, message: 'Not an image', type: 'value_error' },
      { field: 'voice_setting.speed', message: 'Too fast', type: 'less_than_equal' },
    ]);
    expect(readFailure(422, { detail: 'No face' }).fields).toEqual([]);
  });
});

describe('the stored part of an ERROR webhook', () => {
  const refused = 'Invalid status code: 422';

  it.each([
    ['a list of fields', { detail: [entry('greater_than', 'Too small')] }, refused, 'provider_rejected'],
    ['a refusal as a text', { detail: 'The image has no face' }, refused, 'provider_rejected'],
    [
      'flagged content',
      { detail: [entry('content_policy_violation', 'Flagged')] },
      refused,
      'content_policy',
    ],
    [
      'a crash',
      { detail: [entry('internal_server_error', 'Oh')] },
      'Invalid status code: 500',
      'provider_failed',
    ],
    ['a crash in words', { detail: 'The image has no face' }, 'Invalid status code: 500', 'provider_failed'],
    ['a wrong path', null, 'Invalid status code: 404', 'provider_failed'],
    ['a refusal without a body', null, refused, 'provider_rejected'],
    ['a bad key', null, 'Invalid status code: 401', 'provider_locked'],
    ['a locked account', { detail: 'User is locked. Reason: TOP_UP' }, null, 'provider_locked'],
    ['other words than the ones we know', null, 'Something failed', 'provider_failed'],
    ['nothing', null, null, 'provider_failed'],
    ['text instead of JSON', '<html>', refused, 'provider_rejected'],
  ])('still reads as %s', (_what, payload, error, code) => {
    const kept: unknown = JSON.parse(JSON.stringify(keptError({ payload, error })));
    expect(readKeptError(kept).code).toBe(code);
  });

  it('has the detail of the body, else that of the webhook', () => {
    expect(readKeptError(keptError({ payload: { detail: 'No face' }, error: refused })).detail).toBe(
      'No face',
    );
    expect(readKeptError(keptError({ payload: null, error: refused })).detail).toBe(refused);
  });

  it('can be read without a stored status', () => {
    expect(readKeptError({ detail: [entry('greater_than', 'Too small')] }).code).toBe('provider_rejected');
    expect(readKeptError(null).code).toBe('provider_failed');
  });

  it('is our own time-out when fal did not begin before our deadline', () => {
    const body = { detail: 'Request timed out', error_type: 'request_timeout' };
    const kept = keptError({ payload: body, error: 'Invalid status code: 504' });
    const read = (leftMs: number) => readKeptError(kept, new Date(Date.now() + leftMs)).code;
    expect([read(-1), read(1_000), read(60_000)]).toEqual(['timeout', 'timeout', 'provider_failed']);
    expect(readKeptError(keptError({ payload: body }), new Date(0)).code).toBe('provider_failed');
    expect(readFailure(504, body, { isUserTimeout: true }).code).toBe('timeout');
  });
});

describe('describeBody', () => {
  it.each([
    ['detail before message', { detail: 'One', message: 'Two' }, 'One'],
    ['message when there is no detail', { message: 'Two' }, 'Two'],
    ['nothing for entries without words', { detail: [{ type: 'x' }, null] }, undefined],
    ['nothing for a number', 7, undefined],
    ['only what can be stored', { detail: 'No\u0000face\ud800' }, 'No face\ufffd'],
    ['only what can be stored of each entry', { detail: [{ msg: 'Too\u0000big' }] }, 'Too big'],
    ['nothing for a text of NUL alone', { detail: '\u0000' }, undefined],
    ['nothing for an empty text', { detail: '' }, undefined],
  ])('takes %s', (_what, body, described) => {
    expect(describeBody(body)).toBe(described);
  });
});
