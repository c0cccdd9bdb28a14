import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page that the local stack serves itself: sign-in and test checkout. */
export type Page = {
  language: string;
  title: string;
  body: string;
};

const maxFormBytes = 65_536;

const style = `
:root { color-scheme: dark; font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #0d0e12; color: #f2f3f7; }
main { width: 100%; max-width: 420px; }
h1 { font-size: 1.5rem; margin: 0 0 4px; letter-spacing: -0.01em; }
p { margin: 0 0 24px; color: #b4b8c5; }
ul { list-style: none; margin: 0 0 28px; padding: 0; display: grid; gap: 10px; }
button, input { font: inherit; color: inherit; border-radius: 12px; border: 1px solid #3a3e4b; background: #181a21; }
button { cursor: pointer; }
.account { width: 100%; padding: 14px 16px; text-align: left; display: grid; gap: 2px; }
.account:hover { background: #20232c; border-color: #565c6e; }
.account strong { font-weight: 600; overflow-wrap: anywhere; }
.account span { color: #b4b8c5; font-size: 0.9rem; }
label { display: block; margin-bottom: 6px; font-weight: 600; }
.row { display: flex; gap: 8px; flex-wrap: wrap; }
input { flex: 1 1 200px; min-width: 0; padding: 10px 14px; background: #101218; }
.go { padding: 10px 18px; background: #e9eaf0; color: #101218; border-color: #e9eaf0; font-weight: 600; }
.hint { margin: 8px 0 0; font-size: 0.9rem; }
.error { color: #ffb4ab; margin: 8px 0 0; }
:focus-visible { outline: 3px solid #8ab4ff; outline-offset: 2px; }
`;

export function renderPage({ language, title, body }: Page): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Atelier</title>
<link rel="icon" href="data:,"><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: Chrome would also apply it to the redirect back to the application.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(renderPage(page));
}

/** Reads a posted form; anything beyond 64 kB is cut off. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) break;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
