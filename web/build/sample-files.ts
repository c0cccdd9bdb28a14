import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  drawPicture,
  drawScene,
  drawVideo,
  emitMadeFiles,
  type MadeFile,
  makeFile,
  type PictureSize,
} from './made-files.ts';
import { makeSampleSounds } from './sample-sounds.ts';

/** A small picture for a card, and a file for the upload field of a form. */
type SampleFile = { picture: MadeFile; input: MadeFile };

const drawings = join(import.meta.dirname, 'samples');
const pictureSize = { width: 480, height: 270 };
const pictureQuality = 72;
const imageSize = { width: 1280, height: 720 };

/** A seed decides what is drawn. In pixels and frames a second. */
const videos = { hills: 5, dusk: 17, night: 28 };
const videoOrder = { width: 640, height: 360, fps: 16, frameCount: 80, quality: 30 };

/** Small and worn copies of drawings, for what makes a picture larger or sharper. */
const copies: Readonly<Record<string, { of: string } & PictureSize>> = {
  'small-valley': { of: 'landscape', width: 480, height: 270, quality: 60 },
  'small-street': { of: 'cyberpunk', width: 400, height: 225, quality: 45 },
  'worn-portrait': { of: 'portrait', width: 320, height: 180, quality: 4 },
};

/** Makes the sample files, by name: every drawing of the folder as an image, the copies, and the videos. */
export async function makeSampleFiles(): Promise<Map<string, SampleFile>> {
  const made = new Map<string, SampleFile>();
  for (const file of readdirSync(drawings)) {
    const name = file.replace('.svg', '');
    const drawing = readFileSync(join(drawings, file));
    const draw = (size: PictureSize) => (path: string) => drawPicture(drawing, size, path);
    const content = drawing.toString();
    made.set(name, {
      picture: await makeFile(
        `sample-${name}.webp`,
        { content, ...pictureSize },
        draw({ ...pictureSize, quality: pictureQuality }),
      ),
      input: await makeFile(
        `input-${name}.webp`,
        { content, ...imageSize },
        draw({ ...imageSize, quality: 82 }),
      ),
    });
  }
  for (const [name, { of, ...size }] of Object.entries(copies)) {
    const drawing = readFileSync(join(drawings, `${of}.svg`));
    const order = { content: drawing.toString(), ...size };
    const input = await makeFile(`input-${name}.webp`, order, (path) => drawPicture(drawing, size, path));
    made.set(name, { picture: input, input });
  }
  for (const [name, seed] of Object.entries(videos)) {
    const order = { ...videoOrder, seed, caption: { prompt: '', title: '', footer: '' } };
    const picture = await makeFile(`sample-${name}.webp`, order, (path) =>
      drawScene(order, { ...pictureSize, quality: pictureQuality }, path),
    );
    const input = await makeFile(`input-${name}.mp4`, order, (path) => drawVideo(order, path));
    made.set(name, { picture, input });
  }
  return made;
}

/** Adds the files to the build, and serves them during development. */
export function emitSamples(): Plugin {
  return emitMadeFiles('sample-files', async () => {
    const files = [...(await makeSampleFiles()).values()].flatMap(({ picture, input }) => [picture, input]);
    return [
      ...new Map(files.map((file) => [file.url, file])).values(),
      ...(await makeSampleSounds()).values(),
    ];
  });
}
