export { boundaryInputs } from './inputs.ts';
export { videoLimits } from './video-limits.ts';
