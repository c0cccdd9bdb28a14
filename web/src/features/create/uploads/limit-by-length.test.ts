import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { findLimit, listTimedFields } from './limit-by-length.ts';

describe('the limit of a file', () => {
  const transcription = getKind('transcription');
  it.each([
    [8, { seconds: 60, isEnough: true }],
    [60.2, { seconds: 60, isEnough: true }],
    [60.3, { seconds: 300, isEnough: true }],
    [3_600.2, { seconds: 3_600, isEnough: true }],
    [3_601, { seconds: 3_600, isEnough: false }],
  ])('is, for %d seconds, %j', (seconds, limit) => {
    expect(findLimit(transcription, seconds)).toEqual(limit);
  });

  it('is none for a model without a limit', () => {
    expect(findLimit(getKind('video-to-audio'), 8)).toBeUndefined();
    expect(listTimedFields(getKind('video-to-audio'))).toEqual([]);
  });

  it('is that of videos and sounds, and of no image', () => {
    expect(listTimedFields(getKind('veed-lipsync'))).toEqual(['video_url', 'audio_url']);
    expect(listTimedFields(getKind('veed-fabric-1-0'))).toEqual(['audio_url']);
    expect(listTimedFields(transcription)).toEqual(['audio_url']);
  });
});
