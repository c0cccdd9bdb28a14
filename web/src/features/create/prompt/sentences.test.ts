import { describe, expect, it } from 'vitest';
import { hasSentence, toggleSentence } from './sentences.ts';

const latin = '. ';
const chinese = '。';

describe('a sentence that is toggled in a text', () => {
  it.each([
    ['', 'Slow pan to the left.'],
    ['  ', 'Slow pan to the left.'],
    ['A heron over a lake', 'A heron over a lake. Slow pan to the left.'],
    ['A heron over a lake. ', 'A heron over a lake. Slow pan to the left.'],
    ['Where is it?', 'Where is it? Slow pan to the left.'],
    ['She says “run!”', 'She says “run!” Slow pan to the left.'],
  ])('is appended to %j', (text, appended) => {
    expect(toggleSentence(text, 'Slow pan to the left', latin)).toBe(appended);
  });

  it.each([
    ['A heron. Slow pan to the left.', 'A heron.'],
    ['A heron. slow pan to the left', 'A heron.'],
    ['Slow pan to the left. A heron.', 'A heron.'],
    ['A heron. Slow pan to the left. Dusk.', 'A heron. Dusk.'],
    ['Slow pan to the left.', ''],
  ])('is taken out of %j', (text, left) => {
    expect(toggleSentence(text, 'Slow pan to the left', latin)).toBe(left);
  });

  it('needs no space in Chinese', () => {
    const appended = toggleSentence('湖上的白鹭', '镜头缓慢左移', chinese);
    expect(appended).toBe('湖上的白鹭。镜头缓慢左移。');
    expect(toggleSentence(appended, '镜头缓慢左移', chinese)).toBe('湖上的白鹭。');
    expect(toggleSentence('湖上的白鹭。镜头缓慢左移。黄昏。', '镜头缓慢左移', chinese)).toBe(
      '湖上的白鹭。黄昏。',
    );
  });

  it('is not seen in the words of another sentence', () => {
    expect(hasSentence('The words Slow pan to the left of the door.', 'Slow pan to the left')).toBe(false);
    expect(hasSentence('A zoom in (1.5x).', 'Zoom in (1.5x)')).toBe(false);
  });
});
