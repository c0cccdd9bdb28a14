/** Limits of the zoom, in percent of the size at which the image fits into the window. */
export const minZoom = 25;
export const maxZoom = 300;
export const zoomStep = 25;

/** The zoom in percent, and the offset of the image's centre from the stage's, in pixels. */
export type View = { zoom: number; x: number; y: number };

export type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** Sizes in pixels: of the stage, and of the image at 100 %. */
export type Room = { stage: Size; image: Size };

export const startView: View = { zoom: 100, x: 0, y: 0 };

/** The nearest step within the range. */
export function toStep(zoom: number): number {
  return Math.min(maxZoom, Math.max(minZoom, Math.round(zoom / zoomStep) * zoomStep));
}

/** Zooms to the step nearest to `zoom`, keeping the point at `anchor` (from the stage's centre) in place. */
export function zoomTo(view: View, zoom: number, room: Room, anchor: Point = { x: 0, y: 0 }): View {
  const next = toStep(zoom);
  const factor = next / view.zoom;
  const x = anchor.x - (anchor.x - view.x) * factor;
  const y = anchor.y - (anchor.y - view.y) * factor;
  return withinRoom({ zoom: next, x, y }, room);
}

export function panBy(view: View, by: Point, room: Room): View {
  return withinRoom({ ...view, x: view.x + by.x, y: view.y + by.y }, room);
}

/** An image moves only by as much as it exceeds the stage, so that it never leaves it. */
function withinRoom({ zoom, x, y }: View, { stage, image }: Room): View {
  const hiddenX = Math.max(0, (image.width * zoom) / 100 - stage.width) / 2;
  const hiddenY = Math.max(0, (image.height * zoom) / 100 - stage.height) / 2;
  return { zoom, x: clamp(x, hiddenX), y: clamp(y, hiddenY) };
}

function clamp(value: number, limit: number): number {
  // Adding 0 turns -0 into 0.
  return Math.min(limit, Math.max(-limit, value)) + 0;
}
