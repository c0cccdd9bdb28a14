import type { PublicGeneration } from '@atelier/contract';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { refreshLibrary } from '../history-key.ts';

type FavoriteStarProps = { generation: PublicGeneration; className?: string; tabIndex?: number };

/** The favorite button as a star; the counts and filters of the library follow its change. */
export function FavoriteStar(props: FavoriteStarProps) {
  return <FavoriteButton {...props} onChanged={() => void refreshLibrary()} />;
}
