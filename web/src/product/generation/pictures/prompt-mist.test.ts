import { expect, it } from 'vitest';
import { pickPromptColors } from './prompt-mist.tsx';

it('a prompt has the same colours at any time, and another prompt has others', () => {
  const heron = pickPromptColors('A heron lifts off a misty lake');
  expect(pickPromptColors(' A heron lifts off a misty lake\n')).toEqual(heron);
  expect(pickPromptColors('A heron lifts off a misty lakes')).not.toEqual(heron);
});

it('every prompt has two colours that differ, the empty one too', () => {
  for (const prompt of ['', 'a', '苍鹭', 'x'.repeat(2000), 'طائر يحلق']) {
    const [near, far] = pickPromptColors(prompt).map((color) => Number(/(\d+)\)$/.exec(color)?.[1]));
    const gap = Math.abs((near ?? 0) - (far ?? 0));
    expect(Math.min(gap, 360 - gap), prompt.slice(0, 10)).toBeGreaterThanOrEqual(40);
  }
});
