import { useEffect, useState } from 'react';
import { previewAddressOf } from './local-previews.ts';

type Known = { url: string; ratio: number };

/** Width to height of an uploaded image; undefined until it is known, and for what cannot be shown. */
export function useImageRatio(url: string | undefined): number | undefined {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    if (!url) return;
    const image = new Image();
    image.onload = () => setKnown({ url, ratio: image.naturalWidth / image.naturalHeight });
    image.src = previewAddressOf(url);
    return () => {
      image.onload = null;
    };
  }, [url]);
  return known?.url === url ? known?.ratio : undefined;
}
