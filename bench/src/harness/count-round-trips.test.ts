import { describe, expect, it } from 'vitest';
import { createTripCounter } from './count-round-trips.ts';

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const startup = message('', 'user and database');
const prepared = Buffer.concat([message('B', 'bind'), message('E', 'execute'), message('S', '')]);

function countTrips(chunks: readonly Buffer[]): number {
  let trips = 0;
  const read = createTripCounter(() => {
    trips += 1;
  });
  for (const chunk of chunks) read(chunk);
  return trips;
}

describe('createTripCounter', () => {
  it('counts one trip for the messages of a prepared statement', () => {
    expect(countTrips([startup, prepared, prepared])).toBe(2);
  });

  it('counts a simple query', () => {
    expect(countTrips([Buffer.concat([startup, message('Q', 'begin')])])).toBe(1);
  });

  it('parses messages that arrive byte by byte', () => {
    const bytes = [...Buffer.concat([startup, prepared])].map((byte) => Buffer.from([byte]));
    expect(countTrips(bytes)).toBe(1);
  });

  it('ignores type bytes inside a message', () => {
    expect(countTrips([startup, message('p', 'SQSQ')])).toBe(0);
  });
});
