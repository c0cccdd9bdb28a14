import { checkWith, type Field, type Reading, right, type UploadAccept, wrong } from '../field.ts';
import { type InputMessageCode, inputIssue } from '../issues.ts';

export const maxUrlLength = 2_000;
/** Longest `data:` address: 3 MB in base64. A request has room for 4 MiB (docs/fal-client.md). */
export const maxDataAddressLength = 4_000_000;

/** Whether an address contains the file itself (RFC 2397). */
export const isDataAddress = (address: string) => /^data:/i.test(address);

/** Checks the shape of an address only; the API decides whether the file behind it may be used. */
function readFileUrl(value: unknown): Reading<string> {
  if (typeof value !== 'string') return wrong('file_url_invalid');
  const text = value.trim();
  if (isDataAddress(text))
    return text.length <= maxDataAddressLength ? right(text) : wrong('data_address_too_long');
  if (isOfOtherScheme(text)) return wrong('url_not_allowed');
  const isAddress = text === '' || text.startsWith('/media/') || URL.canParse(text);
  return isAddress && text.length <= maxUrlLength ? right(text) : wrong('file_url_invalid');
}

function readFileUrls(value: unknown): Reading<string[]> {
  if (!Array.isArray(value)) return wrong('file_url_invalid');
  const urls: string[] = [];
  for (const each of value) {
    const reading = readFileUrl(each);
    if (!reading.ok) return reading;
    urls.push(reading.value);
  }
  return right(urls);
}

/** Whether a text is a valid URL of a scheme that must not be fetched, such as `javascript:` or `file:`. */
function isOfOtherScheme(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol !== 'https:' && url.protocol !== 'http:';
}

type UploadOptions = { accept: UploadAccept };

/** One required file: the user's own upload or a public address. `missing` is the message when there is none. */
export function requiredUpload(
  options: UploadOptions & { missing: InputMessageCode; takesLink?: boolean },
): Field<string> {
  const check = checkWith((value) => {
    const reading = readFileUrl(value);
    return reading.ok && reading.value === '' ? wrong(options.missing) : reading;
  });
  return {
    widget: { type: 'upload', accept: options.accept, maxFiles: 1, takesLink: options.takesLink },
    section: 'main',
    default: undefined,
    isRequired: true,
    check: (path, value) => check(path, value ?? ''),
  };
}

/** One file or none; an empty string means none. */
export function optionalUpload({
  accept,
  ...rest
}: UploadOptions & Pick<Field, 'neededWhen'>): Field<string | null> {
  const check = checkWith(readFileUrl);
  return {
    widget: { type: 'upload', accept, maxFiles: 1 },
    section: 'main',
    default: null,
    isRequired: false,
    ...rest,
    check(path, value) {
      if (value === null) return { ok: true, value: null };
      const checked = check(path, value);
      return checked.ok ? { ok: true, value: checked.value === '' ? null : checked.value } : checked;
    },
  };
}

/**
 * The consent for the file in the field `to`: `true`, or null where there is none. It is kept with the generation, and its
 * rule in the wire table is `keptNote`.
 */
export function consentField({ to }: { to: string }): Field<true | null> {
  return {
    widget: { type: 'consent', to },
    section: 'main',
    default: null,
    isRequired: false,
    check: checkWith((value) => {
      if (value === true) return right(value);
      return value === false || value === null ? right(null) : wrong('not_a_boolean');
    }),
  };
}

/** Up to `maxFiles` files, in order. */
export function uploadList({
  accept,
  maxFiles,
}: UploadOptions & { maxFiles: number }): Field<readonly string[]> {
  const check = checkWith(readFileUrls);
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

/** One file at least, and up to `maxFiles`, in order. `missing` is the message when there is none. */
export function requiredUploadList({
  missing,
  ...options
}: UploadOptions & { maxFiles: number; missing: InputMessageCode }): Field<readonly string[]> {
  const list = uploadList(options);
  return {
    ...list,
    default: undefined,
    isRequired: true,
    check(path, value) {
      const checked = list.check(path, value ?? []);
      return checked.ok && checked.value.length === 0
        ? { ok: false, issue: inputIssue(path, missing) }
        : checked;
    },
  };
}
