import { menuKinds } from './menu.ts';

/** Where the form of a kind is, for links and redirects. */
export function kindTarget(kindId: string) {
  const isFromImage = menuKinds('image-to-video').some((kind) => kind.id === kindId);
  const to = isFromImage ? ('/creator/image-to-video/$type' as const) : ('/creator/video/$type' as const);
  return { to, params: { type: kindId } };
}
