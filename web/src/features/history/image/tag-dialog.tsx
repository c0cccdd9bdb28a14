import { maxTagLength, maxTags, type PublicGeneration } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { imageFacetsQuery } from './image-history-query.ts';
import { useRecordTags } from './use-record-tags.ts';

type TagDialogProps = { generation: PublicGeneration; onClose: () => void };

/** The tags of a record, to add and to take away; each change is kept at once. */
export function TagDialog({ generation, onClose }: TagDialogProps) {
  const { t } = useTranslation('image-history');
  const { tags, changeTags } = useRecordTags(generation);
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
              <span className="truncate">{tag}</span>
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
