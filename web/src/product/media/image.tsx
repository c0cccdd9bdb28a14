import { shownOutputs } from '#product/generation/outputs.ts';
import { ImagePicture } from '#product/generation/pictures/generation-picture.tsx';
import { frameRatio } from './frame-ratio.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const image: MediumView = {
  findRatio: (generation) => frameRatio(generation, [1, 1]),
  Picture,
  Stage: lazyStage(async () => (await import('./stages.tsx')).ImageStage),
  preload: ({ url }) => url,
};

function Picture({ generation, size, loading }: PictureProps) {
  if (size !== 'choice')
    return (
      <ImagePicture
        generation={generation}
        loading={loading}
        fit="object-contain"
        className="absolute! inset-0"
      />
    );
  const outputs = shownOutputs(generation);
  if (outputs.length === 1)
    return (
      <img
        src={outputs[0]?.url}
        alt=""
        decoding="async"
        className="absolute inset-0 size-full object-contain"
      />
    );
  return (
    <div className="absolute inset-0 grid gap-0.5" style={{ gridTemplateColumns: '1fr 1fr' }}>
      {outputs.map(({ id, url }) => (
        <img key={id} src={url} alt="" decoding="async" className="size-full min-h-0 object-contain" />
      ))}
    </div>
  );
}
