// One file of the build: the viewer goes from one generation to others of any medium, and waits for all stages as it opens.
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenerationSound } from '#product/generation/pictures/generation-sound.tsx';
import { isTranscript } from '#product/transcript/is-answer.ts';
import { TranscriptPart } from '#product/transcript/transcript-part.tsx';
import { useCaptions } from '#product/transcript/use-captions.ts';
import { Button } from '#ui/button.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import type { StageProps } from './medium-view.ts';
import { StageBox } from './stage-box.tsx';

export { ImageStage } from './image-stage.tsx';
export { VideoStage } from './video-stage.tsx';

/** The sound with its waveform, and the video that it was made for unless it is to be played alone. */
export function SoundStage({ generation, output }: StageProps) {
  const [isAlone, setAlone] = useState(false);
  const captions = useCaptions(generation, output);
  if (!output) return null;
  const hasVideo = typeof generation.input.video_url === 'string';
  return (
    <StageBox isFlowing>
      <div className="m-auto grid w-full max-w-3xl gap-3 p-4">
        <GenerationSound
          generation={generation}
          output={output}
          url={output.url}
          isAlone={isAlone}
          captions={captions}
        />
        {hasVideo ? <VideoSwitch isAlone={isAlone} onAlone={setAlone} /> : null}
      </div>
    </StageBox>
  );
}

type VideoSwitchProps = { isAlone: boolean; onAlone: (isAlone: boolean) => void };

function VideoSwitch({ isAlone, onAlone }: VideoSwitchProps) {
  const { t } = useTranslation('audio');
  return (
    <div className="mx-auto flex rounded-lg bg-raised p-0.5">
      {([false, true] as const).map((alone) => (
        <Button
          key={String(alone)}
          variant={alone === isAlone ? 'secondary' : 'ghost'}
          size="sm"
          aria-pressed={alone === isAlone}
          onClick={() => onAlone(alone)}
        >
          {t(alone ? 'player.alone' : 'player.withVideo')}
        </Button>
      ))}
    </div>
  );
}

/** The transcript with the file that it is of. */
function TranscriptStage({ generation }: StageProps) {
  return (
    <StageBox isFlowing>
      <div
        // A text that scrolls has to be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is such a text
        tabIndex={0}
        className="mx-auto w-full max-w-3xl p-4 sm:p-6"
      >
        <Suspense fallback={null}>
          <TranscriptPart generation={generation} />
        </Suspense>
      </div>
    </StageBox>
  );
}

/** A text: an answer or a transcript. */
export function TextStage(props: StageProps) {
  return isTranscript(props.generation) ? <TranscriptStage {...props} /> : <AnswerStage {...props} />;
}

/** The answer as text beside the image that was asked about, with the question above it. */
function AnswerStage({ generation }: StageProps) {
  const { t } = useTranslation('history');
  const { image } = generation.input;
  return (
    <StageBox isFlowing>
      <div
        // A text that scrolls has to be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is such a text
        tabIndex={0}
        className="mx-auto grid w-full max-w-6xl content-start gap-6 p-4 sm:p-6 lg:grid-cols-[2fr_3fr]"
      >
        {typeof image === 'string' && image !== '' ? (
          <div className="relative aspect-4/3 overflow-hidden rounded-lg bg-raised">
            <MediaThumb
              src={image}
              kind="image"
              label={generation.prompt}
              fallback={t('types.image-understanding.noImage')}
            />
          </div>
        ) : null}
        <div className="flex min-w-0 flex-col gap-4">
          <p dir="auto" className="text-lg font-medium text-ink text-pretty wrap-anywhere">
            {generation.prompt}
          </p>
          <div className="max-w-prose leading-7">
            <FormattedText text={generation.outputs[0]?.text ?? ''} />
          </div>
        </div>
      </div>
    </StageBox>
  );
}
