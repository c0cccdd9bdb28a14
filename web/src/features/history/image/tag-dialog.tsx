import { maxTagLength, maxTags, type PublicGeneration } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { markImages } from '#product/generation/mark-images.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { refreshHistory } from '../history-rows.ts';
import { imageFacetsQuery } from './image-data.ts';

type TagDialogProps = { generation: PublicGeneration; onClose: () => void };

/** Adds and removes tags. Each change is saved immediately. */
export function TagDialog({ generation, onClose }: TagDialogProps) {
  const { t } = useTranslation('image-history');
  const { tags, changeTags } = useTags(generation);
  const [text, setText] = useState('');
  const [isTooMany, setIsTooMany] = useState(false);
  const listId = useId();
  const facets = useQuery(imageFacetsQuery, queryClient);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.split(/[,，]/).map((tag) => tag.trim().slice(0, maxTagLength));
    const next = [...new Set([...tags, ...wanted.filter(Boolean)])];
    setIsTooMany(next.length > maxTags);
    if (next.length > maxTags) return;
    setText('');
    if (next.length > tags.length) changeTags(next);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('tags.title')} closeLabel={t('tags.close')}>
      {tags.length === 0 ? <p className="text-sm">{t('tags.none')}</p> : null}
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag} className="min-w-0">
            <button
              type="button"
              aria-label={t('tags.remove', { tag })}
              onClick={() => changeTags(tags.filter((other) => other !== tag))}
              className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm text-accent-text hover:bg-hover"
            >
              <span dir="auto" className="truncate">
                {tag}
              </span>
              <X size={14} aria-hidden="true" className="shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={add} className="mt-5 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            name="tag"
            label={t('tags.label')}
            value={text}
            onChange={setText}
            list={listId}
            autoComplete="off"
            error={isTooMany ? t('tags.tooMany', { count: maxTags }) : undefined}
          />
          <datalist id={listId}>
            {facets.data?.tags
              .filter(({ value }) => !tags.includes(value))
              .map(({ value }) => (
                <option key={value} value={value} />
              ))}
          </datalist>
        </div>
        <Button type="submit">{t('tags.add')}</Button>
      </form>
    </Dialog>
  );
}

/** The tags as the user last left them, or those of the generation again after the server refused a change. */
function useTags(generation: PublicGeneration) {
  const [wanted, setWanted] = useState<readonly string[]>();
  // In sequence: each call replaces all tags, so the last one has to arrive last.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const changeTags = (tags: readonly string[]) => {
    setWanted(tags);
    sending.current = sending.current.then(async () => {
      const marked = await markImages([generation.id], { tags });
      if (marked.length === 0) setWanted(undefined);
      else void refreshHistory('image');
    });
  };
  return { tags: wanted ?? generation.tags, changeTags };
}
