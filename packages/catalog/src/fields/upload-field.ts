import * as z from 'zod/mini';
import { checkWith } from '../check-with.ts';
import type { Field } from '../field.ts';
import { inputIssue } from '../issue.ts';
import type { InputMessageCode } from '../messages.ts';

const maxUrlLength = 2_000;

/** The shape of an address only; whether it may be used is the API's to find out (ruling 29). */
const fileUrl = z.string('file_url_invalid').check(
  z.trim(),
  z.maxLength(maxUrlLength, 'file_url_invalid'),
  z.refine((text) => text === '' || isHttpAddress(text), 'file_url_invalid'),
);

function isHttpAddress(text: string): boolean {
  if (text.startsWith('/media/')) return true;
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

type UploadOptions = { accept: 'image' | 'video' };

/** One file that must be there: an own upload or a public address. `missing` is the spec's sentence for none. */
export function requiredUpload(options: UploadOptions & { missing: InputMessageCode }): Field<string> {
  const check = checkWith(fileUrl.check(z.minLength(1, options.missing)), 'file_url_invalid');
  return {
    widget: { type: 'upload', accept: options.accept, maxFiles: 1 },
    section: 'main',
    default: undefined,
    isRequired: true,
    check: (path, value) => check(path, value ?? ''),
  };
}

/** One file or none; an empty text is none. */
export function optionalUpload({ accept }: UploadOptions): Field<string | null> {
  const check = checkWith(fileUrl, 'file_url_invalid');
  return {
    widget: { type: 'upload', accept, maxFiles: 1 },
    section: 'main',
    default: null,
    isRequired: false,
    check(path, value) {
      if (value === null) return { ok: true, value: null };
      const checked = check(path, value);
      return checked.ok ? { ok: true, value: checked.value === '' ? null : checked.value } : checked;
    },
  };
}

/** Up to `maxFiles` files, in order. */
export function uploadList({
  accept,
  maxFiles,
}: UploadOptions & { maxFiles: number }): Field<readonly string[]> {
  const check = checkWith(z.array(fileUrl, 'file_url_invalid'), 'file_url_invalid');
  return {
    widget: { type: 'upload', accept, maxFiles },
    section: 'main',
    default: [],
    isRequired: false,
    check(path, value) {
      const checked = check(path, value);
      if (!checked.ok) return checked;
      const urls = checked.value.filter((url) => url !== '');
      if (urls.length > maxFiles)
        return { ok: false, issue: inputIssue(path, 'too_many_files', { max: maxFiles }) };
      return { ok: true, value: urls };
    },
  };
}
