import type { PublicGeneration } from '@atelier/contract';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleSlash from 'lucide-react/icons/circle-slash';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { RegenerateAction } from '#product/generation/actions/actions.tsx';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { dismissedIds } from '#product/kept/dismissed-ids.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TitleLink } from '../../list/generation-row.tsx';
import type { TileActions } from './tile-overlay.tsx';

type EndedChipsProps = { generations: readonly PublicGeneration[]; actions: TileActions };

/** Generations without a result in the heading of their day: why, what came back, again, and put away. */
export function EndedChips({ generations, actions }: EndedChipsProps) {
  return generations.map((generation) => (
    <EndedChip key={generation.id} generation={generation} actions={actions} />
  ));
}

/** The sign of a generation without a result; its status is named beside it. */
export function EndedIcon({ status }: Pick<PublicGeneration, 'status'>) {
  const isCancelled = status === 'cancelled';
  const Icon = isCancelled ? CircleSlash : CircleAlert;
  const tone = isCancelled ? 'text-ink-faint' : 'text-danger-text';
  return <Icon size={14} aria-hidden="true" className={`shrink-0 ${tone}`} />;
}

function EndedChip({ generation, actions }: { generation: PublicGeneration; actions: TileActions }) {
  const { t } = useTranslation(['history', 'preview']);
  const { id, status, prompt, error, credits } = generation;
  const title = makeExcerpt(prompt, tilePromptLength) || t('withoutPrompt');
  const sentence = useFailureSentence(generation);
  const isCancelled = status === 'cancelled';
  return (
    <article
      aria-label={title}
      data-generation={id}
      className="group relative isolate flex h-8 max-w-96 min-w-0 items-center gap-2 rounded-full bg-surface pr-0.5 pl-2.5 text-xs transition-colors duration-150 hover:bg-raised"
    >
      <EndedIcon status={status} />
      <span className="sr-only">
        <StatusBadge status={status} />
      </span>
      <h3 className="min-w-12 font-medium">
        <TitleLink id={id} onOpen={() => actions.onOpen(generation)} className="truncate after:rounded-full">
          {title}
        </TitleLink>
      </h3>
      {error && !isCancelled ? (
        <span title={sentence} className="min-w-8 shrink-[2] truncate text-ink-soft">
          {sentence}
        </span>
      ) : null}
      {credits.released > 0 ? (
        <span className="shrink-0 text-ok-text tabular-nums">
          {t('preview:back', { count: credits.released })}
        </span>
      ) : null}
      <span className="relative flex shrink-0">
        <RegenerateAction
          isIcon
          generation={generation}
          label={t('actions.regenerate')}
          name={t('actions.regenerateOf', { prompt: makeExcerpt(prompt, 60) })}
        />
        <IconButton
          label={t('preview:dismiss')}
          isSmall
          onClick={({ currentTarget }) => {
            currentTarget.closest('section')?.querySelector('h2')?.focus();
            dismissedIds.add([id]);
          }}
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      </span>
    </article>
  );
}
