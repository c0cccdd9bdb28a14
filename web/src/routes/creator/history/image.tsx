import { createFileRoute } from '@tanstack/react-router';
import { imageSearchSchema } from '#features/history/image/image-search.ts';
import { imageSearchOf, imageViewOf } from '#features/history/image/image-view.ts';
import { imageHistory } from '#features/history/media/index.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { HistoryRoute } from './-history-route.tsx';

export const Route = createFileRoute('/creator/history/image')({
  validateSearch: imageSearchSchema,
  loader: () => loadMessages('history', 'image-history', 'messages', 'preview'),
  component: () => (
    <HistoryRoute
      history={imageHistory}
      search={Route.useSearch()}
      viewOf={imageViewOf}
      searchOf={imageSearchOf}
    />
  ),
});
