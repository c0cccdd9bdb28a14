import { makeSampleFiles } from '../../../../build/sample-files.ts';
import { makeSampleLoops } from '../../../../build/sample-loops.ts';
import { makeSampleSounds } from '../../../../build/sample-sounds.ts';

/**
 * `samples:<id>` is its title, and its prompt where the form has one; `fileUrls` are for the form's required uploads, in
 * their order. It has a picture, which moves in a loop where there is one, or a sound to listen to.
 */
export type Sample = {
  id: string;
  pictureUrl?: string;
  loopUrl?: string;
  soundUrl?: string;
  /** Shape of the picture, where the form does not take it from a file. */
  ratio?: string;
  fileUrls: string[];
};

type Order = { id: string; picture?: string; sound?: string; ratio?: string; files?: string[] };

const same = (name: string): Order => ({ id: name, picture: name, ratio: '16:9' });
const taking = (id: string, ...files: [string, ...string[]]): Order => ({ id, picture: files[0], files });

const heard = (id: string): Order => ({ id, sound: id });

/**
 * Samples by the path of a page whose task is its own, else by what a form requires and makes, so that a new kind has
 * samples as soon as it is like another.
 */
const orders: Record<string, Order[]> = {
  video: [same('dreamy-sunset'), same('moonlit-beach'), same('space-nebula'), same('urban-rooftop')],
  image: [
    same('portrait'),
    same('landscape'),
    same('fantasy'),
    same('cyberpunk'),
    same('abstract'),
    same('architecture'),
  ],
  'image-video': [
    taking('sailing', 'dreamy-sunset'),
    taking('surf', 'moonlit-beach'),
    taking('flight', 'space-nebula'),
    taking('lights', 'urban-rooftop'),
  ],
  'image-image-video': [
    taking('nightfall', 'dreamy-sunset', 'moonlit-beach'),
    taking('lift-off', 'urban-rooftop', 'space-nebula'),
    taking('morning', 'architecture', 'landscape'),
  ],
  'video-video': [taking('paper', 'hills'), taking('watercolor', 'dusk'), taking('winter', 'night')],
  'image-image': [
    taking('oil', 'landscape'),
    taking('pencil', 'portrait'),
    taking('snow', 'architecture'),
    taking('clay', 'fantasy'),
  ],
  'image-text': [
    taking('describe', 'landscape'),
    taking('text', 'cyberpunk'),
    taking('place', 'moonlit-beach'),
    taking('style', 'abstract'),
  ],
  'image/upscale': [
    taking('small-valley', 'small-valley'),
    taking('small-street', 'small-street'),
    taking('worn-portrait', 'worn-portrait'),
  ],
  'image/remove-background': [
    taking('cut-portrait', 'portrait'),
    taking('cut-product', 'product'),
    taking('cut-pet', 'pet'),
  ],
  'video/topaz-upscale-video': [
    taking('small-hills', 'hills'),
    taking('small-dusk', 'dusk'),
    taking('small-night', 'night'),
  ],
  'audio/sound-effects': [heard('surf'), heard('rain'), heard('bell')],
  'audio/music': [heard('waltz'), heard('drift'), heard('groove')],
  'audio/text-to-speech': [heard('listen-story'), heard('listen-notice'), heard('listen-lesson')],
  'video-audio': [taking('wind', 'hills'), taking('crickets', 'dusk'), taking('strings', 'night')],
};

const files = await makeSampleFiles();
const loops = await makeSampleLoops();
const sounds = await makeSampleSounds();

function toFile(name: string) {
  const file = files.get(name);
  if (!file) throw new Error(`There is no sample file called ${name}`);
  return file;
}

/** The loop of what a sample makes: of its drawings where that is a video, else of the video that it begins with. */
function findLoop(group: string, { picture, files: names = [] }: Order): string | undefined {
  const source = names.map((name) => toFile(name).input.url).find((url) => url.endsWith('.mp4'));
  if (source || !group.endsWith('video')) return source;
  return loops.get((names.length > 0 ? names : [picture]).join('-'))?.url;
}

export const samples: Record<string, Sample[]> = Object.fromEntries(
  Object.entries(orders).map(([group, members]) => [
    group,
    members.map((order) => {
      const { id, picture, sound, ratio, files = [] } = order;
      const loopUrl = findLoop(group, order);
      return {
        id,
        ...(picture && { pictureUrl: toFile(picture).picture.url }),
        ...(loopUrl && { loopUrl }),
        ...(sound && { soundUrl: sounds.get(sound)?.url }),
        ...(ratio && { ratio }),
        fileUrls: files.map((name) => toFile(name).input.url),
      };
    }),
  ]),
);
