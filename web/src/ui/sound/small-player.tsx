/** A sound with the browser's own controls, which show its length and fit any width. */
export function SmallPlayer({ src, label }: { src: string; label: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: there is no text of a user's sound
    <audio
      controls
      preload="metadata"
      src={src}
      aria-label={label}
      className="absolute inset-x-3 bottom-3 w-[calc(100%-1.5rem)]"
    />
  );
}
