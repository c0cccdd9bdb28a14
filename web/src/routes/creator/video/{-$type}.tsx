import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { redirectToModel } from '#product/navigation/redirect-to-model.ts';
import { VideoPage } from './-video-page.tsx';

export const Route = createFileRoute('/creator/video/{-$type}')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => redirectToModel(visit, 'video'),
  loader: ({ params }) => loadForm('video', params.type),
  component: () => <VideoPage type={Route.useParams().type} query={Route.useSearch()} />,
});
