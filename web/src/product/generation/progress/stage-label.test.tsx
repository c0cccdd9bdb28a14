import type { PublicProgress } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import preview from '../../../locales/en/preview.json' with { type: 'json' };
import shell from '../../../locales/en/shell.json' with { type: 'json' };
import { sampleGeneration } from '../testing/sample-generation.ts';
import { followCourse } from './progress.ts';
import { useStageLabel } from './stage-label.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { preview, shell } } }));

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

function Label({
  id,
  progress,
  seconds,
}: {
  id: string;
  progress: Partial<PublicProgress>;
  seconds: number;
}) {
  const sample = sampleGeneration({ id, status: 'processing', submitted_at: '2026-01-01T00:00:00.000Z' });
  const generation = { ...sample, progress: { ...sample.progress, ...progress } };
  return useStageLabel(generation, followCourse(id, generation, startMs + seconds * 1_000));
}

const formatLabel = (id: string, progress: Partial<PublicProgress>, seconds: number) =>
  renderToString(<Label id={id} progress={progress} seconds={seconds} />);

it('the label counts down in the queue, exactly under ten seconds and silently under two', () => {
  const at = (seconds: number) => formatLabel('a', { stage: 'queued', expected_seconds: 30 }, seconds);
  expect(at(1)).toBe('In queue (about 30 sec)');
  expect(at(15)).toBe('In queue (about 20 sec)');
  expect(at(25.5)).toBe('In queue (about 5 sec)');
  expect(at(29.5)).toBe('In queue');
});

it('the label never shows more seconds than before, whatever is expected meanwhile and in whichever stage', () => {
  expect(formatLabel('b', { stage: 'queued', expected_seconds: 30 }, 10)).toBe('In queue (about 20 sec)');
  expect(formatLabel('b', { stage: 'queued', expected_seconds: 90 }, 12)).toBe('In queue (about 20 sec)');
  const generating = {
    stage: 'generating',
    expected_seconds: 90,
    stage_started_at: '2026-01-01T00:00:14.000Z',
  };
  expect(formatLabel('b', { ...generating, stage: 'generating' }, 20)).toBe(
    'Generating (0:20, about 0:10 left)',
  );
});

it('the label of one that waits says whether it waits for a slot, for the provider or for its model', () => {
  const waiting = (reason: PublicProgress['waiting_reason']) =>
    formatLabel('c', { stage: 'waiting', queue_position: 2, waiting_reason: reason }, 5);
  expect(waiting('place')).toBe('Waiting (3rd)');
  expect(waiting('provider')).toBe('Waiting for fal (3rd)');
  expect(waiting('model')).toBe('Waiting for the model (3rd)');
});

it('the label of one whose provider reports counts down to what that predicts, and then says only that it is near', () => {
  const at = (percent: number, seconds: number) =>
    formatLabel(
      'd',
      { stage: 'generating', percent, expected_seconds: 60, expected_most_seconds: 110 },
      seconds,
    );
  expect(at(40, 20)).toBe('Generating (0:20, about 0:30 left)');
  expect(at(81, 25)).toBe('Generating (0:25, almost done)');
});
