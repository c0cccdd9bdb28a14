export { boundaryInputs } from './inputs.ts';
export { kindsByShape, shapeCount } from './kinds-by-shape.ts';
export { makeShot } from './make-shot.ts';
export { videoLimits } from './video-limits.ts';
