// One file of the build: the viewer goes from one record to others of any medium, and waits for all stages as it opens.
export { AnswerStage } from './answer-stage.tsx';
export { ImageStage } from './image-stage.tsx';
export { SoundStage } from './sound-stage.tsx';
export { VideoStage } from './video-stage.tsx';
