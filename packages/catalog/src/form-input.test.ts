import { describe, expect, it } from 'vitest';
import { formInput } from './form-input.ts';
import { getKind, kinds } from './kinds.ts';
import { parseInput } from './parse-input.ts';
import { defaultInput } from './price-range.ts';

describe('the input that a form begins with', () => {
  it('has the larger of two resolutions at one price', () => {
    const changed = kinds.flatMap((kind) => {
      const [usual, first] = [defaultInput(kind), formInput(kind)];
      const name = ['resolution', 'image_size'].find((each) => usual[each] !== first[each]);
      return name ? [[kind.id, usual[name], first[name]]] : [];
    });
    expect(changed).toEqual([
      ['text-to-video', '480p', '580p'],
      ['nano-banana-pro', '1K', '2K'],
      ['nano-banana-pro-edit', '1K', '2K'],
      ['wan-v2-7-reference-to-video', '720p', '1080p'],
      ['veo3-1-fast', '720p', '1080p'],
      ['veo3-1', '720p', '1080p'],
      ['veo3-1-fast-image-to-video', '720p', '1080p'],
      ['vidu-q3-text-to-video', '720p', '1080p'],
      ['vidu-q3-image-to-video', '720p', '1080p'],
    ]);
  });

  it('costs what the default does, and is as valid', () => {
    for (const kind of kinds) {
      const [usual, first] = [defaultInput(kind), formInput(kind)];
      expect(kind.price(first).costCredits, kind.id).toBe(kind.price(usual).costCredits);
      const listIssues = (input: object) => {
        const parsed = parseInput(kind, { ...input });
        return parsed.ok ? [] : parsed.issues.map(({ path }) => path);
      };
      expect(listIssues(first), kind.id).toEqual(listIssues(usual));
    }
  });

  it('has no option that its user has to pay for first', () => {
    expect(formInput(getKind('text-to-video'), false).resolution).toBe('480p');
  });
});
