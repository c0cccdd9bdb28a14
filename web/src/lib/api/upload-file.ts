import type {
  ErrorReply,
  UploadAccept,
  UploadAudioReply,
  UploadImageReply,
  UploadVideoReply,
} from '@atelier/contract';
import { holdReload } from '../parts/hold-reload.ts';
import { ApiError } from './api-error.ts';

type UploadOptions = {
  signal: AbortSignal;
  /** Reports the percentage of bytes sent, an integer from 0 to 100. */
  onPercent: (percent: number) => void;
};

const addresses = {
  image: '/api/upload-image-wan-i2v',
  video: '/api/upload-video',
  audio: '/api/upload-audio',
};

/** Each sort of file has a call of its own. */
function findAddress({ type }: File, accept: UploadAccept): string {
  if (accept !== 'audio-or-video') return addresses[accept];
  return addresses[type.startsWith('video/') ? 'video' : 'audio'];
}

/**
 * Uploads a file and resolves to its address. Uses XMLHttpRequest because `fetch` has no upload progress. Rejects with
 * an `ApiError`; its code is `upload_error` when a successful reply contains no address. Never settles after an abort.
 */
export function uploadFile(file: File, accept: UploadAccept, options: UploadOptions): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const call = new XMLHttpRequest();
  call.open('POST', findAddress(file, accept));
  call.responseType = 'text';
  call.setRequestHeader('accept', 'application/json');
  call.upload.onprogress = ({ loaded, total }) =>
    options.onPercent(total > 0 ? Math.floor((loaded / total) * 100) : 0);
  options.signal.addEventListener('abort', () => call.abort());
  call.onloadend = holdReload();
  return new Promise((resolve, reject) => {
    call.onerror = () => reject(new ApiError(0, 'network_error'));
    call.onload = () => {
      const reply = parseReply(call.responseText);
      if (call.status !== 200) {
        reject(new ApiError(call.status, reply.code ?? 'internal_error', reply));
        return;
      }
      const url = reply.data?.video_url ?? reply.data?.audio_url ?? reply.imageUrl;
      if (url) resolve(url);
      else reject(new ApiError(call.status, 'upload_error', reply));
    };
    call.send(form);
  });
}

type Reply = Partial<ErrorReply> & {
  data?: Partial<UploadVideoReply['data'] & UploadAudioReply['data']>;
} & Partial<Pick<UploadImageReply, 'imageUrl'>>;

function parseReply(text: string): Reply {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? (reply as Reply) : {};
  } catch {
    return {}; // An error page of a proxy; the status is enough.
  }
}
