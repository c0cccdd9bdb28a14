import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { type KindEntry, kindEntries } from '#product/kinds/kind-entries.build.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import { hasPagePerMode } from '#product/media-facts.build.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import type { Entry } from './rank-entries.ts';

/** Every open model, from memory, the earlier ones last. Choosing one opens its form. */
export function useModels(): Entry[] {
  const { t, i18n } = useTranslation(['palette', 'kinds']);
  const navigate = useNavigate();
  const closures = useKindClosures();
  return kindEntries
    .filter(({ id }) => !closures.get(id)?.is_closed)
    .toSorted((a, b) => Number(a.isEarlier ?? false) - Number(b.isEarlier ?? false))
    .map((kind): Entry => {
      const title = t(`kinds:kinds.${kind.id}.title`);
      const name = modelName(kind.model);
      const credits = formatCredits(kind.lowestCredits, i18n.language);
      return {
        id: `model-${kind.id}`,
        label: name === title ? title : t('modelOf', { name, title }),
        note: t('from', { count: kind.lowestCredits, credits }),
        words: t(`media.${kind.medium}`),
        picture: <KindPicture kindId={kind.id} className="size-full" />,
        kind,
        run: () => void navigate({ ...pageTarget(kind.path), search: findSearch(kind) }),
      };
    });
}

/** The query chooses among models that share a page. */
const findSearch = ({ id, medium }: KindEntry) => (hasPagePerMode[medium] ? { model: id } : {});

/** The models of the works, then recommended ones. */
export function listRecentModels(
  models: readonly Entry[],
  kindIds: readonly string[],
  most: number,
): Entry[] {
  const recommended = kindEntries.filter(({ recommendedAt }) => recommendedAt !== null).map(({ id }) => id);
  return [...new Set([...kindIds, ...recommended])]
    .flatMap((id) => models.find((entry) => entry.id === `model-${id}`) ?? [])
    .slice(0, most);
}
