export { boundaryInputs } from './inputs.ts';
export { kindsByShape, shapeCount } from './kinds-by-shape.ts';
export { videoLimits } from './video-limits.ts';
