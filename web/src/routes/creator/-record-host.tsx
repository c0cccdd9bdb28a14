import { Suspense } from 'react';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useRecordAddress } from '#product/generation/record-address.ts';

const OpenRecord = lazyPart(async () => (await import('./-open-record.tsx')).OpenRecord, { note: 'above' });

/** The place of the record that the address opens over a page. */
export function RecordHost() {
  const { view, close } = useRecordAddress();
  if (!view) return null;
  return (
    <Suspense fallback={null}>
      <OpenRecord onClose={close} />
    </Suspense>
  );
}
