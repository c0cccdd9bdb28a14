export type Palette = {
  /** Colours of the sky from top to horizon. */
  sky: readonly [string, string, string];
  /** Colours of the slow lights that drift through the sky. */
  lights: readonly [string, string, string];
  sun: string;
  /** Ridges from far to near; the nearest is dark, because the caption is drawn on it. */
  ridges: readonly [string, string, string];
  hasStars: boolean;
};

export const palettes: readonly Palette[] = [
  {
    sky: ['#18143e', '#602e76', '#f68e6c'],
    lights: ['#963ca0', '#ff785a', '#503cbe'],
    sun: '#ffe3b0',
    ridges: ['#7a3f78', '#47275f', '#1c1233'],
    hasStars: true,
  },
  {
    sky: ['#061026', '#0a3a52', '#3a8c84'],
    lights: ['#28dca0', '#1e8cdc', '#785af0'],
    sun: '#e9fff4',
    ridges: ['#1d5a68', '#10394b', '#061a28'],
    hasStars: true,
  },
  {
    sky: ['#4e8ac4', '#96c0dc', '#fae2be'],
    lights: ['#fff0d2', '#82bef0', '#ffc8aa'],
    sun: '#fffaf0',
    ridges: ['#7f9fb4', '#4a6d80', '#1c3643'],
    hasStars: false,
  },
  {
    sky: ['#341028', '#aa323a', '#fcba5c'],
    lights: ['#ff643c', '#e63c5a', '#ffc85a'],
    sun: '#fff1c4',
    ridges: ['#99383f', '#5b2034', '#230d1e'],
    hasStars: false,
  },
  {
    sky: ['#0e0e22', '#22265c', '#6860b4'],
    lights: ['#5a5ae6', '#c85ac8', '#3c96f0'],
    sun: '#f2f0ff',
    ridges: ['#3d3d86', '#26265b', '#0e0e26'],
    hasStars: true,
  },
  {
    sky: ['#2c6054', '#80aa78', '#f4dea0'],
    lights: ['#dcf0a0', '#5ab48c', '#ffdc96'],
    sun: '#fff6d6',
    ridges: ['#5f8a68', '#35604f', '#12302b'],
    hasStars: false,
  },
  {
    sky: ['#462868', '#be6096', '#ffbeb2'],
    lights: ['#ff8cbe', '#966ef0', '#ffc8a0'],
    sun: '#fff0ea',
    ridges: ['#94588f', '#5c3a72', '#241a3d'],
    hasStars: false,
  },
  {
    sky: ['#0a1c2e', '#1c5478', '#96c4ce'],
    lights: ['#5ac8dc', '#3c78c8', '#bee6dc'],
    sun: '#f5ffff',
    ridges: ['#3f7d96', '#22506b', '#0a2236'],
    hasStars: false,
  },
];
