// The entry for the cutting bench: limits, lengths and the format of a cut. It needs nothing of the kinds.
export {
  type CutClip,
  type CutPlan,
  type CutSound,
  countClipSeconds,
  countPlanSeconds,
  cutFits,
  cutLimits,
  cutResults,
  cutShapes,
  cutSoundModes,
  isSoundCut,
} from './cuts/plan.ts';
export { type CutFormat, type CutSource, countFrames, settleFormat } from './cuts/settle-format.ts';
