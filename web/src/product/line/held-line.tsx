import { inputQuery } from '@atelier/catalog';
import type { LineReply, PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formTarget } from '#product/generation/actions/regenerate.ts';
import { useModelStatus } from '#product/model-status.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { setLinePaused, useLine } from './use-line.ts';

type HeldLineProps = {
  /** Generation to speak about, on its card; by default the first of the line. */
  generation?: PublicGeneration;
  /** The first of the line, where it is known, for the form of the model to use meanwhile. */
  first?: PublicGeneration | undefined;
  /** Called when one of its links is followed, to close what lies above the page. */
  onFollow?: (() => void) | undefined;
  className?: string;
};

/**
 * Why nothing of what waits starts although places are free, and what its owner can do about it; nothing while the line goes
 * on. A card leaves a pause, which its owner has chosen, to the tray and the dialog. The page has to have loaded `preview`.
 */
export function HeldLine({ generation, first, onFollow, className }: HeldLineProps) {
  const { data } = useLine();
  const hold = data && readHold(data, generation);
  if (!hold) return null;
  const subject = generation ?? first;
  const held = subject ?? data.data[0];
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text',
        className,
      )}
    >
      {hold === 'debt' ? <Debt credits={data.debt_credits} onFollow={onFollow} /> : null}
      {hold === 'paused' ? <Pause /> : null}
      {hold === 'provider' ? <ProviderHold /> : null}
      {hold === 'model' && held ? (
        <ModelHold generation={held} input={subject?.input} onFollow={onFollow} />
      ) : null}
    </div>
  );
}

function readHold(line: LineReply, generation: PublicGeneration | undefined) {
  if (line.waiting_reason === 'debt') return 'debt';
  if (!generation && line.is_paused) return 'paused';
  const reason = generation ? generation.progress.waiting_reason : line.waiting_reason;
  return reason === 'provider' || reason === 'model' ? reason : undefined;
}

const textClassName = 'min-w-0 flex-1 basis-40 text-pretty';

type Follow = { onFollow: (() => void) | undefined };

function Debt({ credits, onFollow }: { credits: number } & Follow) {
  const { t } = useTranslation('preview');
  return (
    <>
      <p className={textClassName}>{t('held.debt', { count: credits })}</p>
      <Link to="/pricing" onClick={onFollow} className={buttonVariants('secondary', 'sm')}>
        {t('held.pay')}
      </Link>
    </>
  );
}

function Pause() {
  const { t } = useTranslation('preview');
  return (
    <>
      <p className={textClassName}>{t('held.paused')}</p>
      <Button size="sm" onClick={() => void setLinePaused(false)}>
        {t('held.resume')}
      </Button>
    </>
  );
}

function ProviderHold() {
  const { t } = useTranslation('preview');
  return <p className={textClassName}>{t('held.provider')}</p>;
}

type ModelHoldProps = Follow & {
  generation: Pick<PublicGeneration, 'kind' | 'medium'>;
  /** Values that the form of the successor takes over. */
  input: PublicGeneration['input'] | undefined;
};

/** Names the model that is down, and leads to the one to use meanwhile. */
function ModelHold({ generation: { kind, medium }, input = {}, onFollow }: ModelHoldProps) {
  const { t } = useTranslation(['preview', 'kinds']);
  const { data } = useModelStatus();
  const successor = data?.kinds.find(({ id }) => id === kind)?.successor;
  const formatTitle = (id: string) => t(`kinds:kinds.${id}.title`, { defaultValue: id });
  return (
    <>
      <p className={textClassName}>{t('preview:held.model', { name: formatTitle(kind) })}</p>
      {successor ? (
        <Link
          {...formTarget(successor, medium)}
          search={inputQuery(successor, input)}
          onClick={onFollow}
          className={buttonVariants('secondary', 'sm')}
        >
          {t('preview:continue', { name: formatTitle(successor) })}
        </Link>
      ) : null}
    </>
  );
}
