import { Suspense } from 'react';
import { lazyPartWith } from './lazy-part.tsx';

const RichText = lazyPartWith(
  async () => (await import('./rich-text.tsx')).RichText,
  ({ partProps }) => <PlainText text={partProps.text} />,
);

/** A text that may be Markdown. The renderer is loaded with the first one; until then the text is shown unformatted. */
export function FormattedText({ text }: { text: string }) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <RichText text={text} />
    </Suspense>
  );
}

function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  );
}
