import type { Packet } from 'node-av';

type Track = { index: number; packets: Iterator<Packet | null> };

/** The packets of both by their times: a muxer holds what is too early in memory. */
export function* inOrder(first: Track, second: Track): Generator<{ index: number; packet: Packet }> {
  let [earlier, later] = [first, second];
  let [packet, waiting] = [findNext(earlier), findNext(later)];
  while (packet || waiting) {
    if (!packet || (waiting && toSeconds(waiting) < toSeconds(packet))) {
      [earlier, later, packet, waiting] = [later, earlier, waiting, packet];
    }
    if (packet) yield { index: earlier.index, packet };
    packet = findNext(earlier);
  }
}

function findNext({ packets }: Track): Packet | undefined {
  return packets.next().value ?? undefined;
}

export function toSeconds({ dts, timeBase }: Pick<Packet, 'dts' | 'timeBase'>): number {
  return (Number(dts) * timeBase.num) / timeBase.den;
}
