import { createFileRoute } from '@tanstack/react-router';
import { loadForm } from '#product/kinds/load-form.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { AudioPage } from '../-audio-page.tsx';

export const Route = createFileRoute('/creator/audio/$type')({
  validateSearch: prefillSearch,
  loader: ({ params }) => loadForm('audio', params.type),
  component: () => <AudioPage kindId={Route.useParams().type} query={Route.useSearch()} />,
});
