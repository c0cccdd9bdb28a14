import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Point, panBy, type Room, startView, type View, zoomTo } from './zoom.ts';
import { listenToPointers, listenToWheel } from './zoom-gestures.ts';

type ZoomOptions = {
  stageRef: RefObject<HTMLElement | null>;
  imageRef: RefObject<HTMLImageElement | null>;
};

/** The zoom of an image, by buttons, keys, wheel, pinch and double click, and its position, by dragging. */
export function useZoom({ stageRef, imageRef }: ZoomOptions) {
  const [view, setView] = useState<View>(startView);
  const [isHeld, setHeld] = useState(false);
  const present = useRef(view.zoom);
  useEffect(() => {
    present.current = view.zoom;
  });

  const change = useCallback(
    (next: (view: View, room: Room) => View) =>
      setView((known) => next(known, measureRoom(stageRef.current, imageRef.current))),
    [stageRef, imageRef],
  );
  const pan = useCallback((by: Point) => change((known, room) => panBy(known, by, room)), [change]);

  useEffect(() => {
    const stage = stageRef.current;
    if (!stage) return;
    const gestures = {
      zoom: () => present.current,
      onZoom: (zoom: number, at: Point) =>
        change((known, room) => zoomTo(known, zoom, room, fromMiddle(stage, at))),
      onPan: pan,
      onHold: setHeld,
    };
    const listening = new AbortController();
    listenToWheel(stage, gestures, listening.signal);
    listenToPointers(stage, gestures, listening.signal);
    return () => listening.abort();
  }, [stageRef, change, pan]);

  return {
    view,
    isHeld,
    zoomBy: (by: number) => change((known, room) => zoomTo(known, known.zoom + by, room)),
    panBy: pan,
    reset: useCallback(() => setView(startView), []),
  };
}

function measureRoom(stage: HTMLElement | null, image: HTMLElement | null): Room {
  return {
    stage: { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 },
    // Sizes without the transform: those at 100 %.
    image: { width: image?.offsetWidth ?? 0, height: image?.offsetHeight ?? 0 },
  };
}

function fromMiddle(stage: HTMLElement, { x, y }: Point): Point {
  const box = stage.getBoundingClientRect();
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
}
