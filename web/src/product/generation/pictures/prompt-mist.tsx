import { hashText } from '#lib/hash-text.ts';
import { classNames } from '#ui/class-names.ts';

type PromptMistProps = { prompt: string; className?: string };

/** A slow gradient of two colours that are the prompt's own, in place of a result that does not exist yet. */
export function PromptMist({ prompt, className }: PromptMistProps) {
  const [near, far, ground] = pickPromptColors(prompt);
  return (
    <span aria-hidden="true" className={classNames('absolute inset-0 overflow-hidden', className)}>
      <span
        className="absolute animate-mist"
        style={{
          inset: '-20%',
          background: `radial-gradient(45% 60% at 30% 30%, ${near}, transparent 70%), radial-gradient(50% 60% at 75% 65%, ${far}, transparent 72%), ${ground}`,
        }}
      />
    </span>
  );
}

/** Two colours of medium lightness, at least 40 degrees apart, and a dark ground. The same for the same prompt. */
export function pickPromptColors(prompt: string): [near: string, far: string, ground: string] {
  const hash = hashText(prompt.trim());
  const hue = hash % 360;
  const distance = 40 + (Math.floor(hash / 360) % 140);
  const otherHue = (hue + distance) % 360;
  return [`oklch(0.66 0.08 ${hue})`, `oklch(0.76 0.08 ${otherHue})`, `oklch(0.34 0.05 ${hue})`];
}
