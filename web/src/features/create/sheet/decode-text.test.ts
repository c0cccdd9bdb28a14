import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const table = 'prompt,seed\n一只红色的狐狸,7\n';
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const unit = sign.charCodeAt(0);
      const bytes = [unit & 0xff, unit >> 8];
      return isBig ? bytes.reverse() : bytes;
    }),
  );

describe('the text of a file', () => {
  it('is read in UTF-8, with and without a byte order mark', () => {
    const bytes = new TextEncoder().encode(table);
    expect(decodeText(bytes)).toBe(table);
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]))).toBe(table);
    expect(decodeText(new Uint8Array())).toBe('');
  });

  it.each([false, true])(
    'is read in UTF-16, with and without a byte order mark (big endian: %s)',
    (isBig) => {
      expect(decodeText(utf16(table, isBig))).toBe(table);
      expect(decodeText(utf16(`\uFEFF${table}`, isBig))).toBe(table);
    },
  );

  it('is read in GBK and GB18030, as Chinese spreadsheets write it', () => {
    const fox = [0xba, 0xec, 0xba, 0xfc, 0xc0, 0xea];
    expect(decodeText(Uint8Array.from([...new TextEncoder().encode('prompt\n'), ...fox, 0x0a]))).toBe(
      'prompt\n红狐狸\n',
    );
    // Four bytes, which GBK lacks.
    expect(decodeText(Uint8Array.from([0x95, 0x32, 0x82, 0x36]))).toBe('𠀀');
  });
});
