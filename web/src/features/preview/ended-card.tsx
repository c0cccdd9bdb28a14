import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleSlash from 'lucide-react/icons/circle-slash';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate } from '#lib/format.ts';
import { useRead } from '#lib/use-read.ts';
import { fetchReceipt } from '#product/api/generations.ts';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import {
  FieldReasons,
  ModelReason,
  useFailureSentence,
} from '#product/generation/progress/failure-cause.tsx';
import { dismissedIds } from '#product/kept/dismissed-ids.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PromptLine } from './prompt-line.tsx';

type EndedCardProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** A generation without a result, failed or cancelled: one row, which opens in place and can be put away. */
export function EndedCard({ generation, onRetry, onShowDetails }: EndedCardProps) {
  const { t } = useTranslation('preview');
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const isCancelled = generation.status === 'cancelled';
  const cause = useFailureSentence(generation);
  const Icon = isCancelled ? CircleSlash : CircleAlert;
  return (
    <div data-ended-row className="@container rounded-md bg-surface text-sm">
      <div className="relative flex min-h-11 items-center gap-3 rounded-md py-1 pr-1.5 pl-3.5 transition-colors duration-150 hover:bg-raised">
        <Icon
          size={18}
          aria-hidden="true"
          className={isCancelled ? 'shrink-0 text-ink-faint' : 'shrink-0 text-danger-text'}
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h3 className="font-medium">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setOpen(!isOpen)}
              className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {t(isCancelled ? 'cancelled' : 'failed')}
            </button>
          </h3>
          <p
            title={isCancelled ? generation.prompt : cause}
            dir="auto"
            className={classNames(
              'order-last w-full min-w-0 text-ink-soft @lg:order-none @lg:line-clamp-1 @lg:w-auto @lg:flex-1',
              isCancelled && 'line-clamp-2',
            )}
          >
            {isOpen ? null : isCancelled ? generation.prompt : cause}
          </p>
          {generation.credits.released > 0 ? (
            <p
              title={t('returned', { count: generation.credits.released })}
              className="text-ok-text tabular-nums"
            >
              {t('back', { count: generation.credits.released })}
            </p>
          ) : null}
        </div>
        <div className="relative shrink-0">
          <HelpfulAct generation={generation} onRetry={onRetry} />
        </div>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className={classNames(
            'shrink-0 text-ink-faint transition-transform duration-150',
            isOpen && 'rotate-180',
          )}
        />
        <IconButton
          label={t('dismiss')}
          isSmall
          onClick={(event) => dismiss(generation.id, event.currentTarget)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div id={panelId} hidden={!isOpen} className="pt-1 pr-5 pb-4 pl-11">
        {isCancelled ? null : <p className="text-base text-ink-soft">{cause}</p>}
        <FieldReasons error={generation.error} />
        <Returned generation={generation} />
        <div className="mt-3">
          <PromptLine generation={generation} />
        </div>
        <Button variant="ghost" size="sm" className="mt-2 -ml-3" onClick={() => onShowDetails(generation)}>
          {t('details')}
        </Button>
        <GenerationDisclosure generation={generation} />
      </div>
    </div>
  );
}

/** Puts a row away; the focus goes to the next one, else to the heading of the column. */
function dismiss(id: string, button: HTMLElement): void {
  const rows = [...document.querySelectorAll('[data-ended-row]')];
  const index = rows.findIndex((row) => row.contains(button));
  const next = (rows[index + 1] ?? rows[index - 1])?.querySelector('button');
  (next ?? button.closest('section')?.querySelector('h2'))?.focus();
  dismissedIds.add([id]);
}

/** The credits that came back; nothing when none were held. */
function Returned({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  const { credits, status } = generation;
  if (credits.released > 0)
    return <p className="text-ok-text">{t('returned', { count: credits.released })}</p>;
  return status === 'failed' && credits.settled > 0 ? <RefundNote generation={generation} /> : null;
}

/** The refund of a failed generation that was charged, which only its receipt knows. */
function RefundNote({ generation: { id, revision } }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  // A refund raises the revision.
  const { reply } = useRead(`${id} ${revision}`, (signal) => fetchReceipt(id, signal));
  const refunded = reply?.refunded ?? 0;
  if (refunded === 0) return null;
  return <p className="text-ok-text">{t('refunded', { count: refunded })}</p>;
}

/** Causes that would occur again with the same input, so the user is sent to the form instead of a retry. */
const inputCauses = new Set([
  'provider_rejected',
  'content_policy',
  'validation_failed',
  'media_unreadable',
  'kind_closed',
]);

/** The one act that helps: the same again, the form with what has to change, or the form of the model that follows. */
function HelpfulAct({ generation, onRetry }: Pick<EndedCardProps, 'generation' | 'onRetry'>) {
  const { t, i18n } = useTranslation(['preview', 'kinds']);
  const again = useRegenerateTarget(generation);
  const closure = useKindClosures().get(generation.kind);
  const successor = closure?.is_closed ? closure.successor : null;
  const isWorthRetrying =
    generation.status !== 'cancelled' &&
    !closure?.is_closed &&
    !inputCauses.has(generation.error?.code ?? '');
  if (isWorthRetrying)
    return (
      <Button size="sm" onClick={() => onRetry(generation)}>
        {t('preview:retry', {
          credits: formatCredits(generation.credits.cost, i18n.language),
          count: generation.credits.cost,
        })}
      </Button>
    );
  return (
    <Link {...again} className={buttonVariants('secondary', 'sm')}>
      {successor
        ? t('preview:continue', { name: t(`kinds:kinds.${successor}.title`, { defaultValue: successor }) })
        : t('preview:edit')}
    </Link>
  );
}

/** The ids, the time and the model's words that support asks for. */
function GenerationDisclosure({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { id, provider_request_id: providerId, finished_at, created_at } = generation;
  return (
    <div className="mt-2">
      <Collapsible title={t('support')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
          <dt className="text-ink-faint">{t('jobId')}</dt>
          <dd className="font-mono wrap-anywhere">{id}</dd>
          {providerId ? (
            <>
              <dt className="text-ink-faint">{t('providerId')}</dt>
              <dd className="font-mono wrap-anywhere">{providerId}</dd>
            </>
          ) : null}
          <dt className="text-ink-faint">{t('time')}</dt>
          <dd>{formatDate(finished_at ?? created_at, i18n.language)}</dd>
        </dl>
        <ModelReason error={generation.error} />
      </Collapsible>
    </div>
  );
}
