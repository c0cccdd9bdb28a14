import type { Chance } from '../chance.ts';
import type { Link } from '../stage/link.ts';
import type { Stage } from '../stage/open-stage.ts';
import { type Fault, pickProcess, switching } from './fault.ts';

/** Packets vanish between two parts, or their connections are refused. */
export const cutNetwork: Fault = {
  id: 'cut-network',
  title: 'the network between two parts fails',
  aim(stage, chance) {
    const { name, link } = pickLink(stage, chance);
    const mode = chance.isTrue(0.6) ? 'cut' : 'refusing';
    return switching(`${name} ${mode}`, chance.between(3_000, 12_000), {
      on: () => link.setMode(mode),
      off: () => link.setMode('open'),
    });
  },
};

function pickLink({ links, backend, storage }: Stage, chance: Chance): { name: string; link: Link } {
  const stores = [
    'postgres' as const,
    backend === 'redis' && ('redis' as const),
    storage === 's3' && ('storage' as const),
  ];
  const place = chance.pick([...stores.filter((store) => store !== false), 'fal' as const, 'edge' as const]);
  if (place === 'fal') return { name: 'all–fal', link: links.fal };
  if (place === 'edge') return { name: 'users and fal–balancer', link: links.edge };
  const process = pickProcess(chance);
  const link = links[place].get(process);
  if (!link) throw new Error(`There is no link from ${process} to ${place}`);
  return { name: `${process}–${place}`, link };
}
