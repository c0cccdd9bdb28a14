import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSubmissionHeaders, readFileSeconds } from './submission-headers.ts';

const now = new Date('2026-11-27T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const hour = 3_600;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const lifecycle = (headers: Record<string, string>) =>
  JSON.parse(headers['x-fal-object-lifecycle-preference'] ?? '');

describe('the headers of a submission', () => {
  it('forbid a fallback, limit the time to begin, and let files end a day after the deadline', () => {
    expect(buildSubmissionHeaders({}, inSeconds(600))).toEqual({
      'x-fal-queue-priority': 'normal',
      'x-app-fal-disable-fallback': '1',
      'x-fal-request-timeout': '600',
      'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":87000}',
    });
  });

  it('count whole seconds: fewer to begin, more for files', () => {
    const headers = buildSubmissionHeaders({}, inSeconds(59.9));
    expect(headers['x-fal-request-timeout']).toBe('59');
    expect(lifecycle(headers)).toEqual({ expiration_duration_seconds: 60 + 24 * hour });
  });

  it.each([0.5, 0, -3_600])('leave at least a second to begin when %d s are left', (seconds) => {
    const headers = buildSubmissionHeaders({}, inSeconds(seconds));
    expect(headers['x-fal-request-timeout']).toBe('1');
    expect(lifecycle(headers).expiration_duration_seconds).toBeGreaterThanOrEqual(24 * hour);
  });

  it('keep nothing at fal only when the operator chose so', () => {
    const kept = (storesPayloads: boolean) =>
      buildSubmissionHeaders({ storesPayloads }, now)['x-fal-store-io'];
    expect([kept(true), kept(false)]).toEqual([undefined, '0']);
  });
});

it('files are kept for the hours of the setting', () => {
  expect(readFileSeconds({ fileHours: 2 }, inSeconds(60))).toBe(2 * hour + 60);
});
