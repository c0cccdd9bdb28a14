import { classNames } from '#ui/class-names.ts';
import { pictureVersion } from './picture-version.build.ts';

/** Address of the picture of a kind, as the build names it (web/build/model-pictures.ts). */
export const formatPictureUrl = (kindId: string) => `/assets/model-${kindId}-${pictureVersion}.webp`;

/** A picture of the same reference prompt by the model of a kind, 16:9; says nothing that its name does not. */
export function KindPicture({ kindId, className }: { kindId: string; className?: string }) {
  return (
    <img
      src={formatPictureUrl(kindId)}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      className={classNames('aspect-video shrink-0 rounded-sm bg-raised object-cover', className)}
    />
  );
}
