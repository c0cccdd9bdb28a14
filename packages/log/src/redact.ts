const censor = '[redacted]';

const secretName =
  '[\\w-]*(?:authorization|cookie|password|secret|token|api[-_]?key|fal_key|signing[-_]?key|private[-_]?key)|key|(?:database|redis|smtp|webhook)[-_]?url';

/** `"name":"value"` and `"name":["value", …]` in a line of JSON, at any depth. */
const namedSecret = new RegExp(
  `("(?:${secretName})":)(?:"(?:[^"\\\\]|\\\\.)*"|\\[(?:"(?:[^"\\\\]|\\\\.)*",?)*\\])`,
  'gi',
);

/** Secrets that give themselves away inside any text: an error message quotes what it was called with. */
const secretForms: readonly [RegExp, string][] = [
  // user:password@ of a connection string
  [/(:\/\/)[^\s"'/?#@]+:[^\s"'/?#@]+@/g, `$1${censor}@`],
  // authorization headers; fal's begins with Key and has two halves
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, `$1 ${censor}`],
  [/\bKey [\w-]{4,}:[\w-]{4,}/g, `Key ${censor}`],
  // a user's API key, also a part of one, also right behind another letter, as in `%20atl_…`
  [/atl_[\w-]{8,}/g, `atl_${censor}`],
];

/** Secrets, and what users wrote or who they are: words of a search or a form, the address that signs in. */
const hiddenParameter =
  /([?&#](?:t|code|state|sig|signature|fal_webhook|webhook_url|[\w-]*(?:token|secret|password|api_key)|X-Amz-[\w-]+|login_hint|email|search|question|(?:negative_)?prompt)=)[^&#\s"'\\]*/gi;

/** Its token opens a shared page, the page of a report, or confirms an address. */
const sharedPage = /((?:\/|%2F)s(?:\/|%2F)(?:report(?:\/|%2F)(?:confirm(?:\/|%2F))?)?)[\w-]{43,}/gi;

/** Hides the parts of an address that are secret or personal: webhook tokens, sign-in codes, prompts, e-mail addresses. */
export function redactUrl(url: string): string {
  return url.replace(hiddenParameter, `$1${censor}`).replace(sharedPage, `$1${censor}`);
}

/** Hides secrets anywhere in a finished line of the log. */
export function redactLine(line: string): string {
  const named = line.replace(namedSecret, `$1"${censor}"`);
  return secretForms.reduce((text, [form, shown]) => text.replace(form, shown), redactUrl(named));
}
