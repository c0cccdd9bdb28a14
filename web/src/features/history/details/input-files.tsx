import { findKind } from '@atelier/catalog';
import { type PublicGeneration, uploadFieldsOf } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { MediaThumb } from '#ui/media-thumb.tsx';

/** The files that a record was made from, each leading to the whole file. */
export function InputFiles({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['history', 'kinds']);
  const kind = findKind(generation.kind);
  const files = (kind ? uploadFieldsOf(kind) : []).flatMap(({ name, accept }) => {
    const value = generation.input[name];
    const urls: readonly unknown[] = Array.isArray(value) ? value : [value];
    return urls.flatMap((url) => (typeof url === 'string' && url !== '' ? [{ name, accept, url }] : []));
  });
  if (files.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{t('details.inputs')}</h3>
      <ul className="grid grid-cols-3 gap-2">
        {files.map(({ name, accept, url }) => {
          const label = t(`kinds:fields.${name}.label`);
          return (
            <li key={`${name} ${url}`}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="relative block aspect-square overflow-hidden rounded-md bg-stage"
              >
                <MediaThumb src={url} kind={accept} label={label} fallback={label} />
              </a>
              <p aria-hidden="true" className="mt-1 text-xs text-ink-faint">
                {label}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
