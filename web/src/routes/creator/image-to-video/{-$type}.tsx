import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { redirectToModel } from '#product/navigation/redirect-to-model.ts';
import { VideoPage } from '../video/-video-page.tsx';

export const Route = createFileRoute('/creator/image-to-video/{-$type}')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => redirectToModel(visit, 'video', 'image-to-video'),
  loader: ({ params }) => loadForm('video', params.type ?? 'image-to-video'),
  component: () => <VideoPage type={Route.useParams().type ?? 'image-to-video'} query={Route.useSearch()} />,
});
