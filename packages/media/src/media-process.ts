import { Log } from 'node-av';
import { AV_LOG_QUIET } from 'node-av/constants';
import { answerCalls } from './answer-calls.ts';
import { burnCaptions } from './captions/burn-captions.ts';
import { renderCut } from './cut/render-cut.ts';
import { findFrame, writeFrame } from './cut-frame.ts';
import { exportVideo } from './export/export-video.ts';
import { writeFrames } from './export/write-frames.ts';
import { type InspectRequest, inspectFile } from './inspect/inspect-file.ts';
import { makePoster } from './make-poster.ts';
import { muxSound } from './mux-sound.ts';
import { normalizeImage } from './normalize-image.ts';
import { probeFile } from './probe-file.ts';
import { measureSound, readPeaks } from './read-peaks.ts';

// FFmpeg writes a line for every oddity of a broken file; the caller gets the error itself.
Log.setLevel(AV_LOG_QUIET);
answerCalls({
  burnCaptions,
  exportVideo,
  probe: probeFile,
  poster: makePoster,
  peaks: readPeaks,
  measureSound,
  // A message holds no bytes.
  inspect: async (request: InspectRequest) => {
    const { frames, ...inspection } = await inspectFile(request);
    return { ...inspection, frames: frames?.toString('base64') ?? null };
  },
  normalizeImage,
  findFrame,
  muxSound,
  renderCut,
  writeFrame,
  writeFrames,
});
