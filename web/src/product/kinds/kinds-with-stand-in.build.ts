import { defaultInput, type Kind, kinds, standInsInReach } from '@atelier/catalog';

/** Kinds that another one may stand in for at no more than their price, as their forms open. */
export const kindsWithStandIn: readonly string[] = kinds.filter(hasStandIn).map(({ id }) => id);

function hasStandIn(kind: Kind): boolean {
  const input = { ...defaultInput(kind), ...fillFields(kind) };
  return standInsInReach(kinds, { kind, input, maxCredits: kind.price(input).costCredits }).length > 0;
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
