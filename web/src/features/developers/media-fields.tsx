import type { Medium } from '@atelier/catalog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { getLibraryType, media } from '#product/media-facts.build.ts';
import { FieldError } from '#ui/field.tsx';
import { loadKindEntries } from './developers-data.ts';

type MediaForm = { chosen: readonly Medium[]; setChosen: (media: readonly Medium[]) => void };

/** All at first. `form`: the name under which it survives a new sign-in. */
export function useMediaForm(form: string): MediaForm {
  const [chosen, setChosen] = useReturnState<readonly Medium[]>(`${form}.media`, media);
  return { chosen, setChosen };
}

/** Every model that makes these now; null for all models, those of later included. */
export async function listKinds(chosen: readonly Medium[]): Promise<string[] | null> {
  if (chosen.length === media.length) return null;
  const entries = await loadKindEntries();
  return entries.filter(({ medium }) => chosen.includes(medium)).map(({ id }) => id);
}

type MediaFieldsProps = { form: MediaForm; isChecked: boolean };

/** Works that a key or program may make: a checkbox for each medium. */
export function MediaFields({ form: { chosen, setChosen }, isChecked }: MediaFieldsProps) {
  const { t } = useTranslation(['developers', 'shell']);
  const id = useId();
  const error = isChecked && chosen.length === 0 ? t('scopes.missing') : undefined;
  const toggle = (medium: Medium) =>
    setChosen(media.filter((each) => (each === medium) !== chosen.includes(each)));
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium text-ink">{t('kinds.title')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {media.map((medium) => (
          <label key={medium} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              name="media"
              value={medium}
              checked={chosen.includes(medium)}
              onChange={() => toggle(medium)}
              className="size-4.5 shrink-0 accent-accent"
            />
            {t(`shell:menu.histories.${getLibraryType[medium]}`)}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
