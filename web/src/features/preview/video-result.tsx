import type { PublicGeneration } from '@atelier/contract';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { VideoPlayer } from '#ui/video-player.tsx';

export function VideoResult({ generation, output }: { generation: PublicGeneration; output: ShownOutput }) {
  const width = output.width ?? generation.width ?? 16;
  const height = output.height ?? generation.height ?? 9;
  return (
    <MediaBox width={width} height={height}>
      <VideoPlayer
        src={output.url}
        poster={output.poster_url ?? undefined}
        label={generation.prompt}
        width={width}
        height={height}
        className="absolute inset-0 h-full"
      />
    </MediaBox>
  );
}
