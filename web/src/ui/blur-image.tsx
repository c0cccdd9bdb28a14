import { useState } from 'react';
import { classNames } from './class-names.ts';

type BlurImageProps = {
  src: string;
  alt: string;
  /** In pixels. */
  width?: number;
  height?: number;
  /** A small version, seen blurred until the image is there. */
  poster?: string | null;
  /** What stands there before any bytes: a colour, or a tiny picture as a data address. */
  placeholder?: string | null;
};

const fill = 'absolute inset-0 size-full object-cover';

/** Fills its box, over a blurred look of itself until its bytes are there. */
export function BlurImage({ src, alt, width, height, poster, placeholder }: BlurImageProps) {
  const [isThere, setThere] = useState(false);
  const blurred = placeholder?.startsWith('data:') ? placeholder : poster;
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-0"
        style={{ backgroundColor: placeholder?.startsWith('#') ? placeholder : undefined }}
      />
      {blurred && !isThere ? <img src={blurred} alt="" className={`${fill} scale-110 blur-lg`} /> : null}
      <img
        // One that is there already, from the cache, has no event to wait for.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setThere(true);
        }}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onLoad={() => setThere(true)}
        className={classNames(fill, 'transition-opacity duration-150', !isThere && 'opacity-0')}
      />
    </>
  );
}
