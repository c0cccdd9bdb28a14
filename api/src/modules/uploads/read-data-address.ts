import { Readable } from 'node:stream';
import { isDataAddress } from '@atelier/catalog';
import { AppError } from '@atelier/contract';

/**
 * The bytes of a file that is sent inside its address (RFC 2397), whatever type it declares: the bytes decide. Undefined
 * for every other address. Throws unsupported_file when there is no data in it.
 */
export function readDataAddress(address: string): Readable | undefined {
  if (!isDataAddress(address)) return undefined;
  const comma = address.indexOf(',');
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma));
  const text = decode(address.slice(comma + 1));
  const bytes = text && Buffer.from(text, isBase64 ? 'base64' : 'latin1');
  if (comma < 0 || !bytes || bytes.length === 0)
    throw new AppError('unsupported_file', { message: 'This data: address holds no file' });
  return Readable.from([bytes]);
}

/** Each `%XX` as one byte; undefined for one that is cut off. */
function decode(text: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
