import type { Kind } from '@atelier/catalog';
import type { ComponentProps } from 'react';
import { StageSamples } from '#features/create/samples/stage-samples.tsx';
import { PreviewColumn } from '#features/preview/preview-column.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

const NewestWorks = lazyPart(async () => {
  const [{ NewestWorks }] = await Promise.all([
    import('#features/history/newest/newest-works.tsx'),
    loadMessages('history', 'library'),
  ]);
  return NewestWorks;
});

type StageProps = Omit<ComponentProps<typeof PreviewColumn>, 'medium' | 'Newest' | 'renderEmpty'> & {
  /** The kind that the form begins with. */
  kind: Kind;
};

/** The preview of a form with the newest part of the library below it, and samples as long as there is nothing to show. */
export function Stage({ kind, ...props }: StageProps) {
  return (
    <PreviewColumn
      {...props}
      medium={kind.medium}
      Newest={NewestWorks}
      renderEmpty={(placeholder) => <StageSamples kind={kind}>{placeholder}</StageSamples>}
    />
  );
}
