import { setTimeout as wait } from 'node:timers/promises';
import { ExitError } from './exit-error.ts';

/** The command as the site knows it (api/src/modules/oauth/create-provider.ts). */
const clientId = 'atelier-command';
const scope = 'generate read files';
/** Pause between two questions, unless the site says otherwise (RFC 8628). */
const pauseSeconds = 5;

type Device = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  interval?: number;
};

/** Gets a code, shows where its user allows it, and resolves to the token (RFC 8628). Throws ExitError when they do not. */
export async function signInByDevice(url: string, show: (line: string) => void): Promise<string> {
  const device = await send<Device>(url, '/oauth/device', { client_id: clientId, scope });
  show(`Open ${device.verification_uri_complete}`);
  show(`or ${device.verification_uri} and enter the code ${device.user_code}`);
  let seconds = device.interval ?? pauseSeconds;
  for (;;) {
    await wait(seconds * 1_000);
    const token = await askForToken(url, device.device_code);
    if (token === 'slow_down') seconds += pauseSeconds;
    else if (token !== 'authorization_pending') return token;
  }
}

/** Ends a token at its site. Throws ExitError when the site cannot be asked. */
export async function endToken(url: string, token: string): Promise<void> {
  await send(url, '/oauth/revoke', { client_id: clientId, token });
}

/** Codes of refusals that end the sign-in, and what they mean for its user. */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'You have refused it. Nothing is kept.',
  expired_token: 'The code has expired. Run: atelier login',
  invalid_grant: 'The code has expired. Run: atelier login',
};

async function askForToken(url: string, code: string): Promise<string> {
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: clientId };
  try {
    return (await send<{ access_token: string }>(url, '/oauth/token', { ...grant, device_code: code }))
      .access_token;
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    if (['authorization_pending', 'slow_down'].includes(error.code)) return error.code;
    throw new ExitError(error.exit, error.code, refusals[error.code] ?? error.message);
  }
}

async function send<Reply>(url: string, path: string, fields: Record<string, string>): Promise<Reply> {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) }).catch(
    (cause: unknown) => {
      throw new ExitError('unreachable', 'connection_failed', `${url} cannot be reached`, {}, { cause });
    },
  );
  const text = await response.text();
  const reply = text.startsWith('{') ? JSON.parse(text) : {};
  if (response.ok) return reply as Reply;
  const { error = 'sign_in_failed', error_description: why = `${url} answers ${response.status}` } = reply;
  throw new ExitError('key', String(error), String(why));
}
