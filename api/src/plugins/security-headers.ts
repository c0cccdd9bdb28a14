import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { Api, RouteDeps } from '../api.ts';

/** Browser features that the pages do not use, denied to them and to everything embedded in them. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * The toast library adds its styles in a script, to an element that is empty at first; a test compares both hashes with
 * the installed version.
 */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/**
 * Scripts and styles come from our own files only, and from those parts of a document that the build put there. Images and videos may come from any https address: forms show the
 * inputs that a link names.
 */
export async function addSecurityHeaders(api: Api, { env }: Pick<RouteDeps, 'env'>): Promise<void> {
  const media = env.CDN_BASE_URL ? [new URL(env.CDN_BASE_URL).origin] : [];
  // Browsers PUT presigned uploads to the bucket itself.
  const endpoint = env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT;
  const bucket = endpoint ? [new URL(endpoint).origin] : [];
  const inline = readInlineHashes(env.WEB_DIST);
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline.scripts],
        styleSrc: ["'self'", ...inline.styles, ...toastStyles],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...media],
        mediaSrc: ["'self'", 'blob:', 'https:', ...media],
        connectSrc: ["'self'", ...media, ...bucket],
        // The rest of what a page could load is not used: no frames, no plug-ins, no other origin's fonts or workers.
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Says what `frame-ancestors` says to newer browsers. The frames of shared pages remove it.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
}

/** Reads the hashes of the script and the style sheets in the built web app's documents (`web/build/inline-first-paint.ts`). */
function readInlineHashes(webDist: string): { scripts: string[]; styles: string[] } {
  const file = join(webDist, 'pages', 'inline.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  const { scripts, styles } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const quote = (hashes: string[] = []) => hashes.map((hash) => `'${hash}'`);
  return { scripts: quote(scripts), styles: quote(styles) };
}
