export const sampleRate = 44_100;
const channels = 2;
const bytesPerSample = 2;

/** A 16-bit stereo WAV of samples at 44,100 a second; beyond -1 and 1 they are bent, not cut. */
export function encodeWav(left: Float32Array, right: Float32Array): Buffer {
  const data = Buffer.alloc(left.length * channels * bytesPerSample);
  for (let at = 0; at < left.length; at += 1) {
    data.writeInt16LE(toSample(left[at] ?? 0), at * 4);
    data.writeInt16LE(toSample(right[at] ?? 0), at * 4 + 2);
  }
  return Buffer.concat([wavHeader(data.length), data]);
}

function toSample(value: number): number {
  return Math.round(Math.tanh(value) * 32_000);
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * bytesPerSample, 28);
  header.writeUInt16LE(channels * bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
