import { createFileRoute } from '@tanstack/react-router';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { UnderstandingPage } from './image-understanding/-understanding-page.tsx';

export const Route = createFileRoute('/creator/transcription')({
  validateSearch: prefillSearch,
  loader: () => Promise.all([loadForm('text', 'transcription'), loadMessages('transcript')]),
  component: () => <UnderstandingPage kindId="transcription" query={Route.useSearch()} />,
});
