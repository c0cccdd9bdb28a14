import { describe, expect, it } from 'vitest';
import { mediaHomes } from './small/media.ts';
import { problemsIn } from './testing.ts';

describe('media', () => {
  it.each([
    ['a comparison', `const isSound = generation.medium === 'audio';`],
    ['a comparison the other way round', `if ('video' !== kind?.medium) stop();`],
    ['a comparison of a cast', `const isSound = (row.medium as Medium) === 'audio';`],
    ['a choice by library', `const rows = libraryType === 'audio' ? soundRows : otherRows;`],
    ['a switch', `switch (kind.medium) { case 'text': stop(); }`],
    ['a comparison with several', `if (['image', 'video'].includes(medium)) stop();`],
    ['a list', `const media = ['video', 'image', 'audio', 'text'] as const;`],
    ['a list that leaves one out', `const files = z.enum(['video', 'image', 'audio']);`],
    ['a list of types', `type Medium = 'video' | 'image' | 'audio' | 'text';`],
    ['a table', `const icons = { video: Film, image: Image, audio: Lines, 'text': Scan };`],
  ])('finds %s', async (_name, line) => {
    for (const path of ['web/src/features/a.tsx', 'api/src/a.ts', 'packages/db/src/a.ts']) {
      const problems = await problemsIn(mediaHomes, { [path]: line });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${path}:1 `));
    }
  });

  it('leaves alone what is no medium, what names one, and what compares two', async () => {
    const fine = [
      `if (accept === 'video') probe();`,
      `if (shape.type === 'text') read();`,
      `const form = { medium: 'video' };`,
      `type Accept = 'video' | 'image';`,
      `const fields = { image: 'image_url', video: 'video_url' };`,
      `const isAlike = one.medium === other.medium;`,
      `if (isSet[generation.medium]) drawGrid();`,
    ].join('\n');
    expect(await problemsIn(mediaHomes, { 'web/src/a.ts': fine })).toEqual([]);
  });

  it('leaves alone the homes of media, tests and migrations', async () => {
    const line = `const isSound = medium === 'audio';`;
    const tree = {
      'packages/catalog/src/media.ts': line,
      'web/src/product/media/index.ts': line,
      'web/src/a.test.ts': line,
      'tests/chaos/a.ts': line,
      'packages/db/src/migrations/0001-a.ts': line,
    };
    expect(await problemsIn(mediaHomes, tree)).toEqual([]);
  });

  it('takes an exception back that is no longer needed', async () => {
    const path = 'packages/fal-emulator/src/endpoints/define-endpoint.ts';
    const list = `type Endpoint = { medium: 'video' | 'images' | 'audio' | 'text' };`;
    expect(await problemsIn(mediaHomes, { [path]: list })).toEqual([]);
    expect(await problemsIn(mediaHomes, { [path]: '' })).toEqual([`${path} needs no exception any more`]);
  });
});
