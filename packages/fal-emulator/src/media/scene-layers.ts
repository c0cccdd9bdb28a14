import type { Scene } from './scene.ts';

/** A drawing over the sky, in pixels: it starts at `left` and `top` and moves by `dx` and `dy`. */
export type Layer = {
  svg: string;
  width: number;
  height: number;
  left: number;
  top: number;
  dx: number;
  dy: number;
};

/**
 * Everything between the sky and the caption, from far to near. Their drawings share no id, so one picture can hold them
 * all.
 */
export function sceneLayers(scene: Scene, width: number, height: number): Layer[] {
  const stars = scene.stars.length > 0 ? [starsLayer(scene, width, height)] : [];
  return [...stars, sunLayer(scene, width, height), ...ridgeLayers(scene, width, height)];
}

function starsLayer(scene: Scene, width: number, height: number): Layer {
  const dots = scene.stars.map(
    ({ x, y, size, opacity }) =>
      `<circle cx="${(x * width).toFixed(1)}" cy="${(y * height).toFixed(1)}" r="${((size * height) / 720).toFixed(2)}" opacity="${opacity.toFixed(2)}"/>`,
  );
  const skyHeight = Math.ceil(height * 0.6);
  return still(width, skyHeight, `<g fill="#ffffff">${dots.join('')}</g>`);
}

function sunLayer(scene: Scene, width: number, height: number): Layer {
  const { x, y, radius, rise } = scene.sun;
  const discRadius = radius * Math.min(width, height);
  const side = 2 * Math.round(discRadius * 4);
  const centre = side / 2;
  const glow = `<radialGradient id="glow"><stop offset="0" stop-color="${scene.palette.sun}" stop-opacity=".75"/><stop offset=".4" stop-color="${scene.palette.sun}" stop-opacity=".18"/><stop offset="1" stop-color="${scene.palette.sun}" stop-opacity="0"/></radialGradient>`;
  const drawing = `<defs>${glow}</defs><circle cx="${centre}" cy="${centre}" r="${centre}" fill="url(#glow)"/><circle cx="${centre}" cy="${centre}" r="${discRadius}" fill="${scene.palette.sun}"/>`;
  return {
    ...still(side, side, drawing),
    left: Math.round(x * width - centre),
    top: Math.round(y * height - centre),
    dy: -rise * height,
  };
}

function ridgeLayers(scene: Scene, width: number, height: number): Layer[] {
  return scene.ridges.map(({ colour, top, waves, drift }, index) => {
    const way = Math.ceil(drift * width);
    const layerTop = Math.floor(height * (top - 0.17));
    const layerHeight = height - layerTop;
    const layerWidth = width + way;
    const step = Math.max(2, Math.round(height / 160));
    const points: string[] = [];
    for (let x = 0; x <= layerWidth + step; x += step) {
      const rise = waves.reduce((sum, { height: tall, length, phase }) => {
        const angle = (x / (length * height)) * Math.PI * 2 + phase;
        return sum + tall * (1 - Math.abs(Math.sin(angle / 2)) * 2);
      }, 0);
      points.push(`${x} ${((top - rise * 0.8) * height - layerTop).toFixed(1)}`);
    }
    // The far ridges fade out at the bottom, as in mist.
    const mist = index < 2 ? 0.55 : 1;
    const drawing = `<defs><linearGradient id="ridge${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="${mist}"/></linearGradient></defs><path d="M0 ${layerHeight} L${points.join(' L')} L${layerWidth} ${layerHeight} Z" fill="url(#ridge${index})"/>`;
    return { ...still(layerWidth, layerHeight, drawing), top: layerTop, dx: -way };
  });
}

function still(width: number, height: number, drawing: string): Layer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return { svg, width, height, left: 0, top: 0, dx: 0, dy: 0 };
}
