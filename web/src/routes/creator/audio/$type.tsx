import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { AudioPage } from '../-audio-page.tsx';

export const Route = createFileRoute('/creator/audio/$type')({
  validateSearch: prefillSearch,
  loader: ({ params }) => loadForm('audio', params.type),
  component: () => <AudioPage kindId={Route.useParams().type} query={Route.useSearch()} />,
});
