import { makeLocalCertificate } from '@atelier/dev-stack/testing';
import { describe, expect, it } from 'vitest';
import { type KnownSigners, toCredentials } from './credentials.ts';
import { pngWithTexts } from './testing/png-with-texts.ts';
import { readReport, sampleMade, sampleRecipe, signFile, testCertificates } from './testing/sign-file.ts';

const png = 'image/png';
const plain = pngWithTexts({});
const [made, recipe] = [sampleMade, sampleRecipe()];
const read = async (file: Uint8Array) => toCredentials(await readReport(file, png));

/** The file with one byte changed, at a text or counted from its end. */
function changed(file: Buffer, at: string | number): Buffer {
  const copy = Buffer.from(file);
  const index = typeof at === 'number' ? copy.length - at : copy.indexOf(at);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

describe('the credentials of a file', () => {
  it('say who signed it, with what, how it was made and with which settings', async () => {
    expect(await read(await signFile(plain, png, { made, recipe }))).toEqual({
      state: 'valid',
      manifest: {
        issuer: 'Atelier test signer, for tests only',
        isFromHere: null,
        generator: 'Atelier 0.1.0',
        signedAt: null,
        isAiMade: true,
        made,
        recipe,
        parents: [],
      },
    });
  });

  it('keep every number exactly', async () => {
    const large = sampleRecipe({ seed: Number.MAX_SAFE_INTEGER, input: { seed: 2 ** 53 - 1, shift: 0.1 } });
    const signed = await read(await signFile(plain, png, { recipe: large }));
    expect(signed).toMatchObject({ manifest: { recipe: large } });
  });

  it('are altered when the picture was changed: how it was made stays, its settings do not', async () => {
    const altered = await read(changed(await signFile(plain, png, { made, recipe }), 20));
    expect(altered).toMatchObject({ state: 'altered', manifest: { made, recipe: null } });
  });

  it('are altered when the settings were changed, and then say nothing of how it was made', async () => {
    const altered = await read(changed(await signFile(plain, png, { made, recipe }), 'A lighthouse'));
    expect(altered).toMatchObject({ state: 'altered', manifest: { made: null, recipe: null } });
  });

  it('name what a file was made from, level by level, without its settings', async () => {
    const first = await signFile(plain, png, { made, recipe });
    const second = await signFile(plain, png, { parent: { bytes: first, type: png, title: 'first.png' } });
    const third = await signFile(plain, png, { parent: { bytes: second, type: png, title: 'second.png' } });
    const parent = { title: 'first.png', isAltered: false, manifest: { made, recipe: null, parents: [] } };
    expect(await read(third)).toMatchObject({
      state: 'valid',
      manifest: { parents: [{ title: 'second.png', isAltered: false, manifest: { parents: [parent] } }] },
    });
  });

  it('say of a parent that it had been changed, or had none', async () => {
    const first = changed(await signFile(plain, png, { made }), 20);
    for (const [bytes, parent] of [
      [first, { title: 'p', isAltered: true }],
      [plain, { title: 'p', isAltered: false, manifest: null }],
    ] as const) {
      const second = await signFile(plain, png, { parent: { bytes, type: png, title: 'p' } });
      expect(await read(second)).toMatchObject({ manifest: { parents: [parent] } });
    }
  });

  it('are known as those of this site by the authority and the number of its certificate, and else as of another', async () => {
    const signed = await signFile(plain, png, { made });
    const [own, authority] = testCertificates();
    const serial = BigInt(`0x${own.serialNumber}`).toString();
    const stranger = (await makeLocalCertificate()).certificates;
    const isFromHere = async (bytes: Uint8Array, signers?: KnownSigners) => {
      const read = toCredentials(await readReport(bytes, png, signers?.issuers), signers);
      return 'manifest' in read && [read.state, read.manifest.isFromHere];
    };
    const signers = { serials: ['1', serial], issuers: stranger + authority.toString() };
    expect(await isFromHere(signed)).toEqual(['valid', null]);
    expect(await isFromHere(signed, signers)).toEqual(['valid', true]);
    expect(await isFromHere(signed, { ...signers, serials: ['1'] })).toEqual(['valid', false]);
    expect(await isFromHere(signed, { ...signers, issuers: stranger })).toEqual(['valid', false]);
    expect(await isFromHere(signed, { serials: [], issuers: '' })).toEqual(['valid', false]);
    // An altered file still has the original's signature.
    expect(await isFromHere(changed(signed, 20), signers)).toEqual(['altered', true]);
  });

  it('have a recipe without its generation, as others download it', async () => {
    const shared = { ...recipe, generation: null, seed: null };
    const signed = await signFile(plain, png, { made, recipe: shared });
    expect(await read(signed)).toMatchObject({ state: 'valid', manifest: { recipe: shared } });
  });

  it('have assertions of another shape like none', async () => {
    for (const other of [{ kind: 7 }, { ...recipe, generation: 'a' }, { ...recipe, input: [1] }, [1]]) {
      const signed = await signFile(plain, png, { made: { ...made, made_at: 'soon' }, recipe: other });
      expect(await read(signed)).toMatchObject({ state: 'valid', manifest: { made: null, recipe: null } });
    }
  });
});

describe('a report of the reader', () => {
  it('of another shape is one of credentials that cannot be read', () => {
    const failing = { activeManifest: { failure: [{ code: 'signingCredential.expired' }] } };
    const reports = [
      undefined,
      null,
      7,
      'a',
      [],
      {},
      { active_manifest: 'a' },
      { active_manifest: 'a', manifests: [] },
      { active_manifest: '__proto__', manifests: {} },
      { active_manifest: 'a', manifests: { a: {} } },
      {
        active_manifest: 'a',
        manifests: { a: {} },
        validation_state: 'Invalid',
        validation_results: failing,
      },
      { active_manifest: 'a', manifests: { a: {} }, validation_state: 'Valid', validation_results: failing },
    ];
    for (const report of reports) expect(toCredentials(report)).toEqual({ state: 'unreadable' });
  });

  it('with manifests that name each other ends', () => {
    const ingredient = { active_manifest: 'a', title: 'x'.repeat(5_000) };
    const a = { ingredients: Array.from({ length: 1_000 }, () => ingredient) };
    const b = { ingredients: [{ active_manifest: 'a' }, { active_manifest: 'b' }] };
    const report = { active_manifest: 'b', manifests: { a, b }, validation_state: 'Valid' };
    const credentials = toCredentials(report);
    expect(JSON.stringify(credentials).length).toBeLessThan(10_000);
    expect(credentials).toMatchObject({ state: 'valid', manifest: { parents: [{}, { manifest: null }] } });
  });
});
