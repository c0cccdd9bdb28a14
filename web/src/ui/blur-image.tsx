import { useState } from 'react';
import { classNames } from './class-names.ts';

type BlurImageProps = {
  src: string;
  alt: string;
  /** Size in pixels. */
  width?: number;
  height?: number;
  /** A small version, shown blurred until the image has loaded. */
  poster?: string | null;
  /** Shown before anything has loaded: a colour, or a tiny image as a data URL. */
  placeholder?: string | null;
};

const fill = 'absolute inset-0 size-full object-cover';

/** Fills its box, above a blurred preview until it has loaded. */
export function BlurImage({ src, alt, width, height, poster, placeholder }: BlurImageProps) {
  const [isLoaded, setLoaded] = useState(false);
  const blurred = placeholder?.startsWith('data:') ? placeholder : poster;
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-0"
        style={{ backgroundColor: placeholder?.startsWith('#') ? placeholder : undefined }}
      />
      {blurred && !isLoaded ? (
        <img src={blurred} alt="" className={`${fill} [filter:blur(1rem)] [scale:1.1]`} />
      ) : null}
      <img
        // A cached image may have loaded before the handler was attached.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(true);
        }}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onLoad={() => setLoaded(true)}
        className={classNames(fill, 'transition-opacity duration-150', !isLoaded && 'opacity-0')}
      />
    </>
  );
}
