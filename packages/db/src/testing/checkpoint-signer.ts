import { generateKeyPairSync, sign } from 'node:crypto';

/** A key that signs checkpoints, and its key set. */
export function createSigner(kid = 'test') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return {
    keys: { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }] },
    sign(content: object): string {
      const message = `${encode({ alg: 'EdDSA', kid })}.${encode(content)}`;
      return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
    },
  };
}

/** A statement that makes the balances and the chain of an account whole again after its entries were changed. */
export function rechain(userId: string): string {
  return `do $$
    declare
      e ledger_entry;
      head bytea := decode(repeat('00', 32), 'hex');
      available bigint := 0;
    begin
      for e in select * from ledger_entry where user_id = '${userId}' order by id loop
        available := available + e.d_available;
        e.available_after := available;
        e.prev_hash := head;
        e.hash := ledger_entry_hash(e);
        head := e.hash;
        update ledger_entry set available_after = available, prev_hash = e.prev_hash, hash = head where id = e.id;
      end loop;
      update credit_account a set available = coalesce(
        (select sum(d_available) from ledger_entry where user_id = a.user_id), 0) where user_id = '${userId}';
    end $$`;
}
