import type { Plugin } from 'vite';

/** What only servers and tests read of a kind: how fal is asked and how it answers, and inputs that prove its prices. */
const serverHalf = new Set(['provider', 'examples']);

const kindFile = /\/packages\/catalog\/src\/kinds\/.+\.ts$/;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * Leaves the server's half out of every kind that the browser loads, and with it whatever only that half imports.
 * Nothing in `web/src` may read those properties; tests of the web app, which are not built, may.
 */
export function dropServerHalf(): Plugin {
  return {
    name: 'atelier:drop-server-half',
    apply: 'build',
    transform: {
      filter: { id: kindFile },
      handler(code) {
        const properties = propertiesOfKind(this.parse(code) as unknown as Node);
        const dropped = properties.filter((property) => serverHalf.has(nameOf(property)));
        if (dropped.length !== serverHalf.size) throw new Error('A kind is not made the way it was');
        // From the end, so that what is before keeps its place.
        return dropped.reduceRight(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        );
      },
    },
  };
}

/** Of the object that stands in `defineKind({ … })`. */
function propertiesOfKind(program: Node): Node[] {
  const statements = program.body as Node[];
  for (const statement of statements) {
    const declared = (statement.declaration as Node | undefined)?.declarations as Node[] | undefined;
    const call = declared?.[0]?.init as Node | undefined;
    if (!call || (call.callee as Node | undefined)?.name !== 'defineKind') continue;
    const [kind] = call.arguments as Node[];
    return (kind?.properties as Node[] | undefined) ?? [];
  }
  return [];
}

function nameOf(property: Node): string {
  return String((property.key as Node | undefined)?.name);
}
