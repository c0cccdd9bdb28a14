export type Rgb = readonly [number, number, number];

export type Palette = {
  /** Colours of the sky from top to horizon. */
  sky: readonly [Rgb, Rgb, Rgb];
  /** Colours of the slow lights that drift through the sky. */
  lights: readonly [Rgb, Rgb, Rgb];
  sun: string;
  /** Ridges from far to near; the nearest is dark, as the words stand on it. */
  ridges: readonly [string, string, string];
  hasStars: boolean;
};

export const palettes: readonly Palette[] = [
  {
    sky: [
      [24, 20, 62],
      [96, 46, 118],
      [246, 142, 108],
    ],
    lights: [
      [150, 60, 160],
      [255, 120, 90],
      [80, 60, 190],
    ],
    sun: '#ffe3b0',
    ridges: ['#7a3f78', '#47275f', '#1c1233'],
    hasStars: true,
  },
  {
    sky: [
      [6, 16, 38],
      [10, 58, 82],
      [58, 140, 132],
    ],
    lights: [
      [40, 220, 160],
      [30, 140, 220],
      [120, 90, 240],
    ],
    sun: '#e9fff4',
    ridges: ['#1d5a68', '#10394b', '#061a28'],
    hasStars: true,
  },
  {
    sky: [
      [78, 138, 196],
      [150, 192, 220],
      [250, 226, 190],
    ],
    lights: [
      [255, 240, 210],
      [130, 190, 240],
      [255, 200, 170],
    ],
    sun: '#fffaf0',
    ridges: ['#7f9fb4', '#4a6d80', '#1c3643'],
    hasStars: false,
  },
  {
    sky: [
      [52, 16, 40],
      [170, 50, 58],
      [252, 186, 92],
    ],
    lights: [
      [255, 100, 60],
      [230, 60, 90],
      [255, 200, 90],
    ],
    sun: '#fff1c4',
    ridges: ['#99383f', '#5b2034', '#230d1e'],
    hasStars: false,
  },
  {
    sky: [
      [14, 14, 34],
      [34, 38, 92],
      [104, 96, 180],
    ],
    lights: [
      [90, 90, 230],
      [200, 90, 200],
      [60, 150, 240],
    ],
    sun: '#f2f0ff',
    ridges: ['#3d3d86', '#26265b', '#0e0e26'],
    hasStars: true,
  },
  {
    sky: [
      [44, 96, 84],
      [128, 170, 120],
      [244, 222, 160],
    ],
    lights: [
      [220, 240, 160],
      [90, 180, 140],
      [255, 220, 150],
    ],
    sun: '#fff6d6',
    ridges: ['#5f8a68', '#35604f', '#12302b'],
    hasStars: false,
  },
  {
    sky: [
      [70, 40, 104],
      [190, 96, 150],
      [255, 190, 178],
    ],
    lights: [
      [255, 140, 190],
      [150, 110, 240],
      [255, 200, 160],
    ],
    sun: '#fff0ea',
    ridges: ['#94588f', '#5c3a72', '#241a3d'],
    hasStars: false,
  },
  {
    sky: [
      [10, 28, 46],
      [28, 84, 120],
      [150, 196, 206],
    ],
    lights: [
      [90, 200, 220],
      [60, 120, 200],
      [190, 230, 220],
    ],
    sun: '#f5ffff',
    ridges: ['#3f7d96', '#22506b', '#0a2236'],
    hasStars: false,
  },
];
