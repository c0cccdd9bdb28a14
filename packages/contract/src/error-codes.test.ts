import { describe, expect, it } from 'vitest';
import { AppError, type AppErrorCode, errorCodes, errorReply, isAppError, isErrorCode } from './index.ts';

const codes = Object.keys(errorCodes) as AppErrorCode[];

describe('the table of errors', () => {
  it.each<[AppErrorCode, number, string]>([
    ['please_login', 401, 'Unauthorized'],
    ['please_upgrade_account', 403, 'Please upgrade your account'],
    ['insufficient_credits', 400, 'Insufficient credits'],
    ['invalid_video_generation_type', 400, 'Invalid video generation type'],
    ['invalid_image_generation_type', 400, 'Invalid image generation type'],
    ['invalid_audio_generation_type', 400, 'Invalid audio generation type'],
    ['validation_failed', 400, errorCodes.validation_failed.message],
    ['not_found', 404, errorCodes.not_found.message],
    ['idempotency_mismatch', 422, errorCodes.idempotency_mismatch.message],
    ['in_progress', 409, errorCodes.in_progress.message],
    ['rate_limited', 429, errorCodes.rate_limited.message],
    ['unavailable', 503, errorCodes.unavailable.message],
  ])('answers %s with %i "%s"', (code, status, message) => {
    expect(errorCodes[code]).toMatchObject({ status, message });
  });

  it('has snake_case codes and a sentence of its own for each', () => {
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(new Set(Object.values(errorCodes).map(({ message }) => message)).size).toBe(codes.length);
    for (const { message } of Object.values(errorCodes)) expect(message).toMatch(/^[A-Z][^.{}]*$/);
  });

  it('retries only what may go better the next time', () => {
    for (const code of codes) {
      const { status, isRetryable = false } = { isRetryable: undefined, ...errorCodes[code] };
      if (isRetryable) expect.soft(status, code).toBeGreaterThanOrEqual(500);
    }
    expect(new AppError('unavailable').isRetryable).toBe(true);
    expect(new AppError('provider_rejected').isRetryable).toBe(false);
  });

  it.each(['constructor', '__proto__', 'toString', '', 'Not_Found', 'nothing'])('does not know %j', (text) =>
    expect(isErrorCode(text)).toBe(false),
  );
});

describe('AppError', () => {
  it('takes status and sentence from its code', () => {
    const error = new AppError('not_found');
    expect(error).toMatchObject({ name: 'AppError', code: 'not_found', status: 404, message: 'Not found' });
    expect(error.details).toEqual({});
  });

  it('takes another sentence, details and a cause', () => {
    const cause = new Error('refused');
    const details = { required: 300, current: 10 };
    const error = new AppError('insufficient_credits', { message: 'Too little', details, cause });
    expect(error).toMatchObject({ message: 'Too little', details, cause, status: 400 });
  });

  it('is distinguished from every other error', () => {
    expect(isAppError(new AppError('timeout'))).toBe(true);
    for (const other of [new Error('timeout'), { code: 'timeout' }, null])
      expect(isAppError(other)).toBe(false);
  });

  it('fits the reply that every error answers with', () => {
    const { message, code } = new AppError('validation_failed');
    const issues = [{ path: 'prompt', message: 'Prompt is required', code: 'prompt_required' }];
    const body = { success: false, error: message, message, code, issues, trace_id: 'x', option: { a: 1 } };
    expect(errorReply.parse(body)).toEqual(body);
  });
});
