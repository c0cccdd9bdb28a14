import type { PublicGeneration } from '@atelier/contract';
import Tag from 'lucide-react/icons/tag';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { FavoriteButton } from '#product/generation/favorite-button.tsx';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote } from '../failure-note.tsx';
import { RecordPicture } from '../generation-picture.tsx';
import { RowActions } from '../row-actions.tsx';
import { refreshImageHistory } from './image-history-query.ts';
import { RecordFacts } from './record-facts.tsx';
import type { RecordHandlers } from './record-handlers.ts';
import { SelectBox } from './select-box.tsx';
import { TagLinks } from './tag-links.tsx';

/** product-2 section 9. */
const maxPromptLength = 150;
const maxErrorLength = 200;

type ImageRowProps = RecordHandlers & { generation: PublicGeneration };

/** A record in the list. All of it opens the record; what can be done with it lies above. */
export function ImageRow({ generation, isSelected, onToggle, onOpen, onTag, onDelete }: ImageRowProps) {
  const { t } = useTranslation('image-history');
  const { prompt, status, tags } = generation;
  return (
    <article
      className={classNames(
        'group relative grid grid-cols-[6rem_1fr] gap-3 rounded-xl p-3 transition-colors duration-150 hover:bg-raised @2xl:grid-cols-[10rem_1fr] @2xl:gap-5',
        isSelected && 'bg-accent-soft',
      )}
    >
      <RecordPicture generation={generation} />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-start gap-2">
          <h3 className="min-w-0 flex-1 font-medium">
            <button
              type="button"
              onClick={onOpen}
              aria-haspopup="dialog"
              className="w-full text-left wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {excerptOf(prompt, maxPromptLength)}
            </button>
          </h3>
          <StatusBadge status={status} />
        </div>
        <RecordFacts generation={generation} />
        <FailureNote generation={generation} maxLength={maxErrorLength} />
        <TagLinks tags={tags} />
        <div className="relative mt-auto -ml-3 flex w-fit flex-wrap items-center">
          <SelectBox prompt={prompt} isSelected={isSelected} onToggle={onToggle} />
          <FavoriteButton generation={generation} variant="icon" onChanged={refreshImageHistory} />
          <Button
            look="ghost"
            size="sm"
            aria-label={t('tags.editOf', { prompt: excerptOf(prompt, 60) })}
            onClick={onTag}
          >
            <Tag size={16} aria-hidden="true" />
            {t('tags.edit')}
          </Button>
          <RowActions generation={generation} onDelete={onDelete} />
        </div>
      </div>
    </article>
  );
}
