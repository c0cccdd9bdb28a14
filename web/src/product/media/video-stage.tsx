import { useState } from 'react';
import { readAltText } from '#product/generation/alt-text.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { downloadName } from '#product/generation/outputs.ts';
import { useVideoLabels } from '#product/generation/pictures/video-labels.ts';
import { useZoomLabels } from '#product/generation/pictures/zoom-labels.ts';
import { useCaptions } from '#product/transcript/use-captions.ts';
import { VideoPlayer } from '#ui/video/video-player.tsx';
import { toStep } from '#ui/zoom/zoom.ts';
import { ZoomButtons } from '#ui/zoom/zoom-buttons.tsx';
import type { StageProps } from './medium-view.ts';
import { StageBox } from './stage-box.tsx';

/** The video at 25 to 300 % of the size at which it fits; larger ones scroll. */
export function VideoStage({ generation, output }: StageProps) {
  const labels = useVideoLabels();
  const zoomLabels = useZoomLabels();
  const [zoom, setZoom] = useState(100);
  const captions = useCaptions(generation, output);
  if (!output) return null;
  const width = output.width ?? generation.width ?? 16;
  const height = output.height ?? generation.height ?? 9;
  return (
    <StageBox>
      {/* Its own query: the video is as wide as the stage, or as its height lets it be. */}
      <div
        // A box that scrolls has to be reachable by keyboard.
        tabIndex={zoom > 100 ? 0 : undefined}
        className="absolute inset-0 grid overflow-auto"
        style={{ containerType: 'size' }}
      >
        <div
          className="m-auto"
          style={{ width: `calc(min(100cqw, 100cqh * ${width / height}) * ${zoom / 100})` }}
        >
          <VideoPlayer
            src={output.url}
            poster={output.poster_url ?? undefined}
            label={makeExcerpt(readAltText(generation))}
            width={width}
            height={height}
            isAutoPlaying
            labels={labels}
            fps={output.fps}
            captions={captions}
            fileName={downloadName(generation, output)}
          />
        </div>
      </div>
      <div className="absolute top-2 right-2 flex items-center rounded-md bg-surface/85">
        <ZoomButtons
          zoom={zoom}
          labels={zoomLabels}
          onZoom={(by) => setZoom((known) => toStep(known + by))}
          onReset={() => setZoom(100)}
        />
      </div>
    </StageBox>
  );
}
