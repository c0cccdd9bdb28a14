import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { LandingHeader } from '#features/shell/landing-header.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/')({
  loader: () => loadMessages('landing', 'samples', 'legal'),
  component: Landing,
});

/** The one page with a header of its own in place of the frame's. */
function Landing() {
  return (
    <>
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <LandingPage />
      </main>
    </>
  );
}
