import { defaultInput, findKind, type Kind, kinds, kindsInReach } from '@atelier/catalog';

/**
 * Returns the kind to offer while another one is down: the dearest that makes the same from the same files and costs no more
 * as it opens. `isUsable`: whether a kind takes work. Null when there is none.
 */
export function findSuccessor(id: string, isUsable: (kind: string) => boolean): string | null {
  const kind = findKind(id);
  if (!kind) return null;
  const input = { ...defaultInput(kind), ...fillFields(kind) };
  const maxCredits = kind.price(input).costCredits;
  const reached = kindsInReach(kinds, { kind, input, maxCredits, limit: kinds.length });
  return reached.find((each) => isUsable(each.kind.id))?.kind.id ?? null;
}

/** Stands for what users fill in: only whether another kind has a field for it counts. */
function fillFields(kind: Kind): Record<string, unknown> {
  const required = Object.entries(kind.fields).filter(([, { isRequired }]) => isRequired);
  return Object.fromEntries(
    required.map(([name, { widget }]) => {
      if (widget.type !== 'upload') return [name, 'x'];
      const address = `https://example.com/file.${widget.accept === 'image' ? 'png' : 'mp4'}`;
      return [name, widget.maxFiles > 1 ? [address] : address];
    }),
  );
}
