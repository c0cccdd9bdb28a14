import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { redirectToModel } from '#product/navigation/redirect-to-model.ts';
import { ImagePage } from './-image-page.tsx';

export const Route = createFileRoute('/creator/image/{-$type}')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => redirectToModel(visit, 'image'),
  loader: ({ params }) => loadForm('image', params.type),
  component: () => <ImagePage mode={Route.useParams().type} query={Route.useSearch()} />,
});
