import ImageOff from 'lucide-react/icons/image-off';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const answer: MediumView = {
  findRatio: () => 1.9,
  Picture,
  Stage: lazyStage(async () => (await import('./stages.tsx')).AnswerStage),
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

/** Narrower tiles have no room for the picture beside the text. */
const wideEnoughPx = 190;

/** The picture that was asked about, the question, and the beginning of the answer. */
function AnswerTile({ generation, widthPx = 0, heightPx = 0 }: PictureProps) {
  const { image } = generation.input;
  // Whole lines only: what is left below two lines of the question and inside of the padding.
  const lines = Math.min(6, Math.floor((heightPx - 64) / 18));
  const text = generation.outputs[0]?.text ?? '';
  return (
    <div className="absolute inset-0 flex bg-raised">
      {typeof image === 'string' && widthPx >= wideEnoughPx ? (
        <span className="relative grid h-full w-2/5 shrink-0 place-items-center bg-stage text-ink-faint">
          <ImageOff size={20} aria-hidden="true" />
          <img
            src={image}
            alt=""
            decoding="async"
            onError={(event) => event.currentTarget.remove()}
            className="absolute inset-0 size-full bg-stage object-contain"
          />
        </span>
      ) : null}
      <div className="min-w-0 flex-1 overflow-hidden p-2.5">
        <p title={generation.prompt} dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
          {makeExcerpt(generation.prompt, tilePromptLength)}
        </p>
        {lines > 0 ? (
          <p
            title={text}
            dir="auto"
            style={{ WebkitLineClamp: lines }}
            className="mt-1 line-clamp-1 text-xs text-ink-soft wrap-anywhere"
          >
            {makeExcerpt(text, 300)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
