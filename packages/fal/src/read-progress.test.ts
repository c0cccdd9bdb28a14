import { describe, expect, it } from 'vitest';
import { readProgress } from './read-progress.ts';

const running = (...messages: unknown[]) => ({
  status: 'IN_PROGRESS',
  logs: messages.map((message) => ({
    message,
    timestamp: '2026-01-01T00:00:00Z',
    level: 'INFO',
    source: 'USER',
  })),
});

describe('readProgress', () => {
  it.each([
    [
      'a queue position, 0-based',
      { status: 'IN_QUEUE', queue_position: 0 },
      { state: 'queued', queuePosition: 0 },
    ],
    ['a queue without a position', { status: 'IN_QUEUE' }, { state: 'queued', queuePosition: null }],
    ['a body that is null as running', null, { state: 'running', percent: null }],
    ['logs of another type', { status: 'IN_PROGRESS', logs: '10%' }, { state: 'running', percent: null }],
    ['the end', { status: 'COMPLETED', logs: null }, { state: 'done' }],
    [
      'an end with an error, which only the result call shows',
      { status: 'COMPLETED', error: 'x' },
      { state: 'done' },
    ],
    ['logs that are null', { status: 'IN_PROGRESS', logs: null }, { state: 'running', percent: null }],
    ['logs without a sign of progress', running('Loading the model'), { state: 'running', percent: null }],
    ['a percentage', running('Step 3/30 (10%)'), { state: 'running', percent: 10 }],
    ['a progress bar', running(' 37%|███▋      | 11/30 [00:12<00:20]'), { state: 'running', percent: 37 }],
    ['steps', running('denoising 12/30'), { state: 'running', percent: 40 }],
    ['the last line that says something', running('10%', '50%', 'saving'), { state: 'running', percent: 50 }],
    ['never 100 while it runs', running('100%'), { state: 'running', percent: 99 }],
    ['no percentage above 100', running('999%'), { state: 'running', percent: 99 }],
    ['no steps of nothing', running('0/0'), { state: 'running', percent: null }],
    ['lines that are no text', running(7, null), { state: 'running', percent: null }],
    ['a status it does not know as running', { status: 'PAUSED' }, { state: 'running', percent: null }],
  ])('reads %s', (_what, body, progress) => {
    expect(readProgress(body)).toEqual(progress);
  });

  it.each([-1, 1.5, 2 ** 31, '3', {}])('reads no position from %j, which only advises', (queue_position) => {
    const progress = { state: 'queued', queuePosition: null };
    expect(readProgress({ status: 'IN_QUEUE', queue_position })).toEqual(progress);
  });
});
