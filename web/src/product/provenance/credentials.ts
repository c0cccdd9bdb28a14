import { type Made, madeLabel, type Recipe, recipeLabel } from '@atelier/contract';

/**
 * `valid`: unchanged since it was signed. `altered`: something does not fit its hash or its signature. `unreadable`: there
 * are credentials that are damaged, have expired or follow no known rule, so that they prove nothing.
 */
export type Credentials =
  | { state: 'none' | 'unreadable' }
  | { state: 'valid' | 'altered'; manifest: Manifest };

/** This site's certificates: `serials` as the reader writes them, `issuers` as PEM. */
export type KnownSigners = { serials: string[]; issuers: string };

/** Manifest of a file. Texts are the signer's own; none is known to be true. */
export type Manifest = {
  issuer: string | null;
  /** Whether this site's certificate signed it; null when not known. */
  isFromHere: boolean | null;
  /** The program that wrote it, with its version. */
  generator: string | null;
  /** Time from a time stamp of a third party. */
  signedAt: string | null;
  isAiMade: boolean;
  made: Made | null;
  /** Recipe of a file, only when it is unchanged. */
  recipe: Recipe | null;
  parents: Parent[];
};

export type Parent = {
  title: string | null;
  /** Whether it was changed after it had been signed, and before it was used. */
  isAltered: boolean;
  /** Manifest of the parent; null when it had no credentials of its own. */
  manifest: Manifest | null;
};

/** Message to the worker. Without `signers` it is not known whether this site signed the file. */
export type WorkerRequest = { file: File; signers: KnownSigners | undefined };

/** Messages of the worker that reads a file. `ready` comes first: a failure after it is the fault of the file. */
export type WorkerReply = { ready: true } | { failure: string } | { credentials: Credentials };

/** The report of the reader as JSON. Never throws: a report of another shape is one of unreadable credentials. */
export function toCredentials(report: unknown, signers?: KnownSigners): Credentials {
  const store = asFields(report);
  const label = store?.active_manifest;
  const active = store && typeof label === 'string' ? manifestAt(store, label) : undefined;
  if (!store || !active) return { state: 'unreadable' };
  const codes = listFailures(asFields(store.validation_results)?.activeManifest);
  const results = asFields(asFields(store.validation_results)?.activeManifest);
  const isTrusted = readList(results?.success).some(({ code }) => code === 'signingCredential.trusted');
  const isFromHere = signers ? isTrusted && isNumberOf(signers, active) : null;
  const known: Known = { store, above: [label as string] };
  if (store.validation_state === 'Valid' || store.validation_state === 'Trusted')
    return codes.some(isFailure)
      ? { state: 'unreadable' }
      : { state: 'valid', manifest: { ...readManifest(known, active, true), isFromHere } };
  if (!codes.some((code) => /mismatch$/.test(code))) return { state: 'unreadable' };
  const manifest = readManifest(known, active, false);
  // When only the content was changed, the manifest's statements are still as signed.
  const isContentOnly = codes.filter(isFailure).every((code) => contentChanged.test(code));
  return {
    state: 'altered',
    manifest: isContentOnly ? { ...manifest, isFromHere } : { ...manifest, made: null, parents: [] },
  };
}

/** Trusted are only this site's authorities, and an authority gives each number once. */
function isNumberOf({ serials }: KnownSigners, { signature_info: info }: Fields): boolean {
  const serial = readText(asFields(info)?.cert_serial_number);
  return serial !== null && serials.includes(serial);
}

type Fields = Record<string, unknown>;
type Known = { store: Fields; above: readonly string[] };

const contentChanged = /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/;
/** A certificate that is on no list is said on the page, and is no fault of the file. */
const isFailure = (code: string) => code !== 'signingCredential.untrusted';
/** A hostile file may have any number, one within the other. */
const limits = { levels: 4, parents: 12, textLength: 300 };

function readManifest(known: Known, manifest: Fields, isWhole: boolean): Manifest {
  const signature = asFields(manifest.signature_info);
  return {
    issuer: readText(signature?.issuer) ?? readText(signature?.common_name),
    isFromHere: null,
    generator: findGenerator(manifest),
    signedAt: readTime(signature?.time),
    isAiMade: listActions(manifest).some(({ digitalSourceType }) =>
      /rainedAlgorithmicMedia/.test(`${digitalSourceType}`),
    ),
    made: readMade(findAssertion(manifest, madeLabel)),
    recipe: isWhole ? readRecipe(findAssertion(manifest, recipeLabel)) : null,
    parents: readParents(known, manifest),
  };
}

function readParents({ store, above }: Known, { ingredients }: Fields): Parent[] {
  if (above.length >= limits.levels) return [];
  return readList(ingredients)
    .slice(0, limits.parents)
    .map((ingredient) => {
      const label = readText(ingredient.active_manifest);
      const manifest = label === null || above.includes(label) ? undefined : manifestAt(store, label);
      const results = asFields(ingredient.validation_results);
      return {
        title: readText(ingredient.title),
        isAltered: listFailures(results?.activeManifest).some(isFailure),
        manifest: manifest ? readManifest({ store, above: [...above, label ?? ''] }, manifest, false) : null,
      };
    });
}

function manifestAt({ manifests }: Fields, label: string): Fields | undefined {
  const all = asFields(manifests);
  return all && Object.hasOwn(all, label) ? asFields(all[label]) : undefined;
}

function listFailures(results: unknown): string[] {
  return readList(asFields(results)?.failure).map(({ code }) => String(code));
}

function findAssertion({ assertions }: Fields, label: string): Fields | undefined {
  return asFields(readList(assertions).find((assertion) => assertion.label === label)?.data);
}

function listActions(manifest: Fields): Fields[] {
  const labels = ['c2pa.actions.v2', 'c2pa.actions'];
  return labels.flatMap((label) => readList(findAssertion(manifest, label)?.actions));
}

function findGenerator({ claim_generator_info: info, claim_generator: older }: Fields): string | null {
  const [program] = readList(info);
  const parts = [readText(program?.name), readText(program?.version)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' ') : readText(older);
}

function readMade(data: Fields | undefined): Made | null {
  const [kind, endpoint] = [readText(data?.kind), readText(data?.endpoint)];
  const [madeAt, hash] = [readTime(data?.made_at), readText(data?.request_sha256)];
  if (kind === null || endpoint === null || madeAt === null || !/^[\da-f]{64}$/.test(hash ?? '')) return null;
  const made: Made = { kind, endpoint, made_at: madeAt, request_sha256: hash ?? '' };
  const asked = readText(data?.stood_in_for);
  if (asked !== null) made.stood_in_for = asked;
  return made;
}

function readRecipe(data: Fields | undefined): Recipe | null {
  const kind = readText(data?.kind);
  // A file that other users download does not name its generation.
  const generation = data?.generation === null ? null : String(data?.generation);
  const input = asFields(data?.input);
  if (kind === null || (generation !== null && !uuid.test(generation)) || !input) return null;
  return { kind, generation, input, seed: Number.isSafeInteger(data?.seed) ? (data?.seed as number) : null };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function readTime(value: unknown): string | null {
  const text = readText(value);
  return text !== null && Number.isFinite(Date.parse(text)) ? text : null;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, limits.textLength) : null;
}

function readList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields).filter((entry) => entry !== undefined) : [];
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
