import type { Frame } from 'node-av';
import { Packet } from 'node-av';
import type { Decoder, Demuxer } from 'node-av/api';

/** Packets of one track from where the file stands; each is only there until the next one. Their times stay as they are. */
export function* readPackets(media: Demuxer, index: number): Generator<Packet> {
  const context = media.getFormatContext();
  using packet = new Packet();
  packet.alloc();
  while (context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === index) yield packet;
    packet.unref();
  }
}

/** Frames of the packets, which the caller frees. */
export function* decodePackets(decoder: Decoder, packets: Iterable<Packet>): Generator<Frame> {
  for (const packet of packets) {
    decoder.decodeSync(packet);
    yield* takeFrames(decoder);
  }
  decoder.decodeSync(null);
  yield* takeFrames(decoder);
}

function* takeFrames(decoder: Decoder): Generator<Frame> {
  for (let frame = decoder.receiveSync(); frame; frame = decoder.receiveSync()) yield frame;
}
