import { type Palette, palettes } from './palettes.ts';
import { seededRandom } from './random.ts';

type Rgb = readonly [number, number, number];
type Light = { colour: Rgb; x: number; y: number; swing: number; phase: number; spread: number };
type Wave = { height: number; length: number; phase: number };
type Ridge = { colour: string; top: number; waves: readonly Wave[]; drift: number };

/**
 * A landscape, the same for the same prompt and seed. Lengths are fractions of the picture: x of its width, y of its
 * height, a ridge's wave length of its height.
 */
export type Scene = {
  palette: Palette;
  lights: readonly Light[];
  sun: { x: number; y: number; radius: number; rise: number };
  stars: readonly { x: number; y: number; size: number; opacity: number }[];
  ridges: readonly Ridge[];
};

export function planScene(prompt: string, seed: number): Scene {
  const random = seededRandom(`${prompt}\n${seed}`);
  const between = (low: number, high: number) => low + random() * (high - low);
  const palette = palettes[Math.floor(random() * palettes.length)] ?? palettes[0];
  if (!palette) throw new Error('There is no palette');
  const lights = palette.lights.map((colour) => ({
    colour: parseRgb(colour),
    x: between(0.1, 0.9),
    y: between(0.05, 0.6),
    swing: between(0.12, 0.3),
    phase: between(0, 6.28),
    spread: between(3.5, 8),
  }));
  const sun = {
    x: between(0.55, 0.84),
    y: between(0.3, 0.46),
    radius: between(0.07, 0.13),
    rise: between(0.05, 0.1),
  };
  const stars = Array.from({ length: palette.hasStars ? 70 : 0 }, () => ({
    x: random(),
    y: random() ** 1.6 * 0.55,
    size: between(0.6, 1.7),
    opacity: between(0.2, 0.9),
  }));
  const ridges = palette.ridges.map((colour, index) => ({
    colour,
    top: 0.52 + index * 0.12 + between(-0.02, 0.02),
    waves: [1.1, 0.47, 0.19, 0.083].map((length, octave) => ({
      height: (0.085 - index * 0.012) / 1.75 ** octave,
      length: length * between(0.8, 1.25),
      phase: between(0, 6.28),
    })),
    drift: 0.03 + index * 0.055,
  }));
  return { palette, lights, sun, stars, ridges };
}

/**
 * Paints the sky at a moment (0 to 1 of the duration) as RGB bytes. It is blurry, so a small picture scaled up looks the
 * same and costs a fraction.
 */
export function paintSky(scene: Scene, width: number, height: number, moment: number): Buffer {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  const aspect = width / height;
  const lights = scene.lights.map((light) => ({
    ...light,
    x: (light.x + light.swing * Math.sin(moment * 2.6 + light.phase)) * aspect,
    y: light.y + light.swing * 0.5 * Math.cos(moment * 2.1 + light.phase),
  }));
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    const y = row / height;
    const base = skyColour(scene.palette, y);
    for (let column = 0; column < width; column += 1) {
      const x = (column / width) * aspect;
      let [red, green, blue] = base;
      for (const light of lights) {
        const distance = (x - light.x) ** 2 + (y - light.y) ** 2;
        const share = 0.5 / (1 + light.spread * light.spread * 0.5 * distance * distance * light.spread);
        red += (light.colour[0] - red) * share;
        green += (light.colour[1] - green) * share;
        blue += (light.colour[2] - blue) * share;
      }
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      at += 3;
    }
  }
  return pixels;
}

/** The horizon is at 60 % of the height; what is below lies behind the ridges. */
function skyColour({ sky }: Palette, y: number): Rgb {
  const place = Math.min(1, y / 0.6) * 2;
  const [from, to] = place < 1 ? [parseRgb(sky[0]), parseRgb(sky[1])] : [parseRgb(sky[1]), parseRgb(sky[2])];
  const share = place < 1 ? place : place - 1;
  const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share;
  return [mix(0), mix(1), mix(2)];
}

function parseRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
