import { lazy, Suspense } from 'react';

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

/** A text that may be Markdown. The renderer is loaded with the first one; until then the text is shown unformatted. */
export function FormattedText({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      }
    >
      <RichText text={text} />
    </Suspense>
  );
}
