/**
 * The text of a file whose encoding is not known: spreadsheets write UTF-8, UTF-16 ("Unicode text") and, in Chinese
 * Windows, GBK, which GB18030 contains. A byte order mark decides; without one a NUL betrays UTF-16, because no other
 * text has any, and what is no valid UTF-8 is taken for GB18030.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const nul = bytes.indexOf(0);
  if (nul === -1) return undefined;
  return nul % 2 === 1 ? 'utf-16le' : 'utf-16be';
}
