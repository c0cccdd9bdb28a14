import { maxTagLength, maxTags, type PublicGeneration } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { facetsQuery } from '../filters/library-query.ts';
import { refreshLibrary } from '../history-key.ts';

type TagDialogProps = {
  generations: readonly PublicGeneration[];
  onClose: () => void;
  onChanged?: (marked: readonly PublicGeneration[]) => void;
};

/** Adds tags to generations and removes them. Each change is saved immediately. */
export function TagDialog({ generations, onClose, onChanged }: TagDialogProps) {
  const { t } = useTranslation('library');
  const { tags, changeTags } = useTags(generations, onChanged);
  const [text, setText] = useState('');
  const [isTooMany, setIsTooMany] = useState(false);
  const listId = useId();
  const facets = useQuery(facetsQuery('all'), queryClient);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.split(/[,，]/).map((tag) => tag.trim().slice(0, maxTagLength));
    const added = [...new Set(wanted.filter(Boolean))].filter((tag) => !tags.includes(tag));
    // When several generations are tagged, the server reports those with too many tags.
    const isOver = generations.length === 1 ? tags.length + added.length > maxTags : added.length > maxTags;
    setIsTooMany(isOver);
    if (isOver) return;
    setText('');
    if (added.length > 0) changeTags({ addTags: added });
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
              onClick={() => changeTags({ removeTags: [tag] })}
              className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm text-accent-text hover:bg-hover"
            >
              <span title={tag} dir="auto" className="truncate">
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

type TagChange = { addTags?: string[]; removeTags?: string[] };

/** The tags that any of them has, as the user last left them; as they were after the server refused a change. */
function useTags(generations: TagDialogProps['generations'], onChanged: TagDialogProps['onChanged']) {
  const [tags, setTags] = useState(() => [...new Set(generations.flatMap((generation) => generation.tags))]);
  // Changes are sent in sequence, so that a tag that is added and removed again is gone.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const changeTags = ({ addTags = [], removeTags = [] }: TagChange) => {
    const before = tags;
    setTags([...tags.filter((tag) => !removeTags.includes(tag)), ...addTags]);
    sending.current = sending.current.then(async () => {
      const ids = generations.map(({ id }) => id);
      const marked = await markGenerations(ids, addTags.length > 0 ? { addTags } : { removeTags });
      if (!marked) return setTags(before);
      onChanged?.(marked);
      await refreshLibrary();
    });
  };
  return { tags, changeTags };
}
