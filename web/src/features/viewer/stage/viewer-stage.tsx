import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import {
  FieldReasons,
  ModelReason,
  useFailureSentence,
} from '#product/generation/progress/failure-cause.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { mediumViews } from '#product/media/index.ts';
import type { StageProps } from '#product/media/medium-view.ts';
import { StageBox } from '#product/media/stage-box.tsx';

/** The result itself, as large as there is room; where there is none, why. */
export function ViewerStage(props: StageProps) {
  const { generation } = props;
  const { Stage } = mediumViews[generation.medium];
  const output = props.output ?? shownOutputs(generation)[0];
  if (output || generation.outputs[0]?.text) return <Stage {...props} output={output} />;
  return (
    <StageBox isFlowing>
      <NoResult generation={generation} />
    </StageBox>
  );
}

function NoResult({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['viewer', 'history']);
  const sentence = useFailureSentence(generation);
  const { status, error, credits, outputs } = generation;
  const title = !hasEnded(status) ? 'running' : status === 'cancelled' ? 'cancelled' : 'failed';
  return (
    <div className="m-auto flex max-w-lg flex-col gap-3 p-6 text-center">
      <p className="font-medium text-ink">
        {outputs.some(({ is_flagged }) => is_flagged)
          ? t('history:details.heldBack')
          : t(`viewer:noResult.${title}`)}
      </p>
      {error ? <p className="text-ink-soft">{sentence}</p> : null}
      <FieldReasons error={error} />
      <ModelReason error={error} />
      {credits.released > 0 ? (
        <p className="text-sm text-ok-text">{t('history:notCharged', { count: credits.released })}</p>
      ) : null}
    </div>
  );
}
