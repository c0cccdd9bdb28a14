import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Tag from 'lucide-react/icons/tag';
import { useTranslation } from 'react-i18next';
import { ButtonAction } from '#product/generation/actions/actions.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { isWithoutResult, shownOutputs } from '#product/generation/outputs.ts';
import { ImagePicture } from '#product/generation/pictures/generation-picture.tsx';
import { nameSize } from '../filters/filter-labels.ts';
import type { RowProps } from '../history-medium.ts';
import { FailureNote } from '../list/failure-note.tsx';
import { FavoriteStar } from '../list/favorite-star.tsx';
import { GenerationFacts } from '../list/generation-facts.tsx';
import { EndedRow, GenerationRow } from '../list/generation-row.tsx';
import { RowActions } from '../list/row-actions.tsx';

const maxPromptLength = 150;

export function ImageRow({ generation, box, onOpen, onTag, onDelete }: RowProps) {
  const { t } = useTranslation('library');
  const { prompt, status, tags } = generation;
  const title = makeExcerpt(prompt, maxPromptLength);
  if (isWithoutResult(generation)) {
    return (
      <EndedRow
        generation={generation}
        title={title}
        onOpen={onOpen}
        actions={<RowActions generation={generation} onDelete={onDelete} isIcon />}
      >
        {box}
      </EndedRow>
    );
  }
  return (
    <GenerationRow
      id={generation.id}
      status={status}
      title={title}
      onOpen={onOpen}
      className="grid-cols-[6rem_1fr] @2xl:grid-cols-[10rem_1fr]"
      picture={<ImagePicture generation={generation} />}
      actions={
        <>
          <FavoriteStar generation={generation} />
          <ButtonAction
            Icon={Tag}
            label={t('tags.edit')}
            name={t('tags.editOf', { prompt: makeExcerpt(prompt, 60) })}
            onClick={onTag}
          />
          <RowActions generation={generation} onDelete={onDelete} />
        </>
      }
    >
      <ImageFacts generation={generation} />
      <FailureNote generation={generation} />
      <TagLinks tags={tags} />
    </GenerationRow>
  );
}

function ImageFacts({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('library');
  const [output] = shownOutputs(generation);
  const width = output?.width ?? generation.width;
  const height = output?.height ?? generation.height;
  const { figures, name } = nameSize(`${width}x${height}`);
  return (
    <GenerationFacts
      generation={generation}
      facts={[
        modelName(generation.model),
        ...(width && height ? [name ? `${figures} ${t(`sizes.${name}`)}` : figures] : []),
      ]}
    />
  );
}

/** The tags of a generation, each linking to all images that have it. */
function TagLinks({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation('library');
  if (tags.length === 0) return null;
  return (
    <ul className="relative flex w-fit max-w-full flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            title={tag}
            to="/creator/history/image"
            search={{ tags: tag.replace(/[\\,]/g, '\\$&') }}
            aria-label={t('tags.show', { tag })}
            dir="auto"
            className="block max-w-48 truncate rounded-sm bg-raised px-2 py-0.5 text-xs text-ink-soft hover:bg-hover hover:text-ink"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
