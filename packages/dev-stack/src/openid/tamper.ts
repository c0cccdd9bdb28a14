import { type CryptoKey, decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** A fault to put into the next ID tokens, so that a client can be shown to refuse it. */
export type TokenFault =
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'expired'
  | 'signature'
  | 'algorithm'
  | 'unverified-email';

/** The same ID token with one thing wrong; everything else, the signature included, stays right. */
export async function tamperIdToken(
  token: string,
  fault: TokenFault,
  key: CryptoKey,
  kid: string,
): Promise<string> {
  const claims = decodeJwt(token);
  if (fault === 'algorithm') return new UnsecuredJWT(claims).encode();
  if (fault === 'signature') return `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`;
  return new SignJWT({ ...claims, ...faultyClaims(claims, fault) })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(key);
}

function faultyClaims(claims: JWTPayload, fault: Exclude<TokenFault, 'algorithm' | 'signature'>): JWTPayload {
  switch (fault) {
    case 'nonce':
      return { nonce: 'another-nonce' };
    case 'audience':
      return { aud: 'another-client' };
    case 'issuer':
      return { iss: 'https://issuer.example' };
    case 'expired':
      return { iat: (claims.iat ?? 0) - 7_200, exp: (claims.iat ?? 0) - 3_600 };
    case 'unverified-email':
      return { email_verified: false };
  }
}
