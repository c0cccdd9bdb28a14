import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const answer: MediumView = {
  findRatio: () => 1.9,
  Picture,
  Stage: lazyStage(async () => (await import('./stages.tsx')).TextStage),
  copyText: ({ outputs }) => outputs[0]?.text ?? undefined,
};

function Picture(props: PictureProps) {
  const { generation, size } = props;
  const text = generation.outputs[0]?.text;
  if (size === 'tile') return <AnswerTile {...props} />;
  return size === 'choice' ? (
    <p dir="auto" className="absolute inset-0 overflow-y-auto bg-raised p-3 text-sm text-ink wrap-anywhere">
      {text}
    </p>
  ) : (
    <p
      dir="auto"
      className="absolute inset-0 overflow-hidden bg-raised p-2.5 pl-13 text-xs text-ink-soft wrap-anywhere"
    >
      {makeExcerpt(text ?? '', 300)}
    </p>
  );
}

/** The question, the picture that was asked about, and the answer, which fades out. */
function AnswerTile({ generation }: PictureProps) {
  const { image } = generation.input;
  const text = makeExcerpt(generation.outputs[0]?.text ?? '', 600);
  return (
    <div className="absolute inset-0 flex flex-col gap-1.5 rounded-md border border-line bg-raised p-3 text-sm">
      <div className="flex gap-2.5">
        {typeof image === 'string' ? (
          <img
            src={image}
            alt=""
            decoding="async"
            onError={(event) => event.currentTarget.remove()}
            className="size-10 shrink-0 rounded-sm bg-stage object-cover"
          />
        ) : null}
        <p title={generation.prompt} dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {makeExcerpt(generation.prompt, tilePromptLength)}
        </p>
      </div>
      <p
        title={text}
        dir="auto"
        style={{ maskImage: 'linear-gradient(#000 40%, transparent)' }}
        className="min-h-0 flex-1 overflow-hidden text-ink-soft wrap-anywhere"
      >
        {text}
      </p>
    </div>
  );
}
