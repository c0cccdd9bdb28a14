import helmet from '@fastify/helmet';
import type { Api, RouteDeps } from '../api.ts';

/** Scripts come from our own files only. Inline styles are allowed because the toast library injects its own. */
export async function addSecurityHeaders(api: Api, { env }: Pick<RouteDeps, 'env'>): Promise<void> {
  const media = env.CDN_BASE_URL ? [new URL(env.CDN_BASE_URL).origin] : [];
  // Browsers PUT presigned uploads to the bucket itself.
  const endpoint = env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT;
  const bucket = endpoint ? [new URL(endpoint).origin] : [];
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...media],
        mediaSrc: ["'self'", 'blob:', 'https:', ...media],
        connectSrc: ["'self'", ...media, ...bucket],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
