/** `isReportable`: alert an operator. `isRetryable`: a job that failed with it may run again. */
type ErrorCode = { status: number; message: string; isRetryable?: boolean; isReportable?: boolean };

/**
 * Every error that leaves a process: code, HTTP status and English sentence (docs/product.md, "Status codes"). Codes
 * never change: clients translate by them.
 */
export const errorCodes = {
  please_login: { status: 401, message: 'Unauthorized' },
  invalid_api_key: { status: 401, message: 'This API key is not valid or has been revoked' },
  api_key_expired: { status: 401, message: 'This API key has expired; create a new one' },
  api_key_not_allowed: { status: 403, message: 'Sign in with the browser to do this' },
  key_scope_missing: { status: 403, message: 'This API key lacks the scope for this' },
  too_many_api_keys: { status: 409, message: 'You have reached the limit of API keys; revoke one first' },
  too_many_projects: { status: 409, message: 'You have reached the limit of projects; delete one first' },
  account_locked: { status: 403, message: 'This account is locked; please contact support' },
  already_locked: { status: 409, message: 'This account is already locked' },
  not_locked: { status: 409, message: 'This account is not locked' },
  account_closed: { status: 403, message: 'This account is closed' },
  sign_in_again: { status: 403, message: 'Please sign in again to confirm that it is you' },
  please_upgrade_account: { status: 403, message: 'Please upgrade your account' },
  bad_origin: { status: 403, message: 'This request did not come from this site' },
  not_found: { status: 404, message: 'Not found' },
  not_acceptable: { status: 406, message: 'This page is available as HTML only' },
  malformed_request: { status: 400, message: 'This is not a valid HTTP request' },
  headers_too_large: { status: 431, message: 'The headers of this request are too large' },
  request_timeout: { status: 408, message: 'The request took too long to arrive' },
  request_aborted: { status: 400, message: 'The connection was closed in the middle of the request' },
  too_many_connections: { status: 429, message: 'Too many connections are open from this address' },
  invalid_json: { status: 400, message: 'The body is not valid JSON' },
  invalid_id: { status: 400, message: 'This is not a valid id' },
  fal_call_refused: { status: 400, message: 'This call is not supported here' },
  invalid_query: { status: 400, message: 'The query is not valid' },
  validation_failed: { status: 400, message: 'Some fields are not valid' },
  invalid_video_generation_type: { status: 400, message: 'Invalid video generation type' },
  invalid_image_generation_type: { status: 400, message: 'Invalid image generation type' },
  invalid_audio_generation_type: { status: 400, message: 'Invalid audio generation type' },
  insufficient_credits: { status: 400, message: 'Insufficient credits' },
  idempotency_mismatch: { status: 422, message: 'This request_id was already used with another request' },
  in_progress: { status: 409, message: 'The same request is still being processed' },
  already_finished: { status: 409, message: 'This generation has already finished' },
  not_finished: { status: 409, message: 'This generation has not finished yet' },
  no_video: { status: 400, message: 'This generation has no video' },
  no_sound: { status: 400, message: 'This generation has no sound' },
  format_not_supported: { status: 501, message: 'This format is not supported' },
  nothing_to_share: { status: 409, message: 'This generation has no result to share' },
  share_hidden: {
    status: 403,
    message: 'This page was reported and is hidden until support has looked at it',
  },
  already_decided: { status: 409, message: 'This has been decided meanwhile' },
  taken_down: { status: 403, message: 'Support has taken this generation down, so it cannot be shared' },
  past_the_end: { status: 400, message: 'The video ends before this moment' },
  too_many_running: { status: 429, message: 'Your line is full: too many generations are waiting' },
  kind_closed: { status: 409, message: 'This model is closed' },
  price_changed: { status: 409, message: 'The price has changed' },
  daily_cap_reached: { status: 403, message: 'This would exceed your daily spending limit' },
  key_budget_reached: { status: 403, message: 'This would exceed the budget of this API key' },
  already_refunded: { status: 409, message: 'These credits were already refunded' },
  nothing_to_refund: { status: 409, message: 'Nothing was charged for this generation' },
  question_closed: { status: 409, message: 'This question is not open any more' },
  return_limit: { status: 409, message: 'You have returned as many results as a month allows' },
  cannot_refund: { status: 400, message: 'A refund needs the id of a generation' },
  only_failed: { status: 409, message: 'Only failed generations can be refunded' },
  take_out_outdated: {
    status: 409,
    message: 'Files in this archive were deleted meanwhile; prepare a new one',
  },
  rate_limited: { status: 429, message: 'Too many requests' },
  too_many_sockets: { status: 429, message: 'Too many pages of this account are open' },
  download_running: { status: 429, message: 'Another download of yours is still running' },
  nothing_to_download: { status: 409, message: 'Nothing of this selection has a file' },
  download_too_large: { status: 413, message: 'These files are too large for one download' },
  unsupported_media_type: { status: 415, message: 'This content type is not supported' },
  body_too_large: { status: 413, message: 'The body is too large' },
  size_limit: { status: 413, message: 'The file is too large' },
  unsupported_file: { status: 415, message: 'This file type is not supported' },
  no_file: { status: 400, message: 'No file was sent' },
  invalid_multipart: { status: 400, message: 'The upload is broken or was cut off' },
  too_many_parts: { status: 400, message: 'Send one file and nothing else' },
  upload_no_url: { status: 400, message: 'Failed to get upload URL' },
  upload_address_invalid: { status: 403, message: 'This upload address is not valid or has expired' },
  url_not_allowed: { status: 400, message: 'Files from this address are not allowed' },
  file_not_found: { status: 404, message: 'The file was not found' },
  invalid_oauth_state: {
    status: 400,
    message: 'The sign-in could not be matched to this browser; please try again',
  },
  invalid_id_token: { status: 400, message: 'The identity provider sent an invalid token' },
  sign_in_failed: { status: 400, message: 'The identity provider refused the sign-in' },
  identity_conflict: { status: 409, message: 'This e-mail address is already used with another sign-in' },
  webhooks_unavailable: { status: 400, message: 'This server does not send webhooks' },
  invalid_signature: { status: 401, message: 'The webhook signature is not valid' },
  unavailable: { status: 503, message: 'The service is unavailable at the moment', isRetryable: true },
  internal_error: { status: 500, message: 'Something went wrong on our side', isReportable: true },

  // Why a generation failed: stored with the generation, never the HTTP reply to a submission.
  provider_rejected: { status: 422, message: 'The model could not use this input' },
  content_policy: { status: 422, message: 'The content was refused by the safety check' },
  provider_failed: { status: 502, message: 'The model failed to produce a result', isRetryable: true },
  provider_unavailable: {
    status: 503,
    message: 'The model service is not reachable',
    isRetryable: true,
    isReportable: true,
  },
  provider_locked: { status: 503, message: 'The model service is unavailable', isReportable: true },
  submission_lost: {
    status: 502,
    message: 'The model service did not confirm the request',
    isReportable: true,
  },
  no_output: { status: 502, message: 'The model returned no result' },
  result_blank: { status: 502, message: 'The model returned a picture of one single colour' },
  result_frozen: { status: 502, message: 'The model returned a video in which nothing moves' },
  result_noise: { status: 502, message: 'The model returned nothing but noise' },
  result_silent: { status: 502, message: 'The model returned silence' },
  result_short: { status: 502, message: 'The model returned less than half of the length' },
  result_echo: { status: 502, message: 'The model returned the input unchanged' },
  result_copy_failed: {
    status: 502,
    message: 'The result could not be saved',
    isRetryable: true,
    isReportable: true,
  },
  result_too_large: {
    status: 502,
    message: 'The result is larger than this site can save',
    isReportable: true,
  },
  result_url_rejected: {
    status: 502,
    message: 'The result came from an address that is not allowed',
    isReportable: true,
  },
  media_unreadable: { status: 422, message: 'The file could not be read' },
  timeout: { status: 504, message: 'The generation took too long' },
  ended_by_operator: { status: 409, message: 'Support has ended this generation' },
} as const satisfies Record<string, ErrorCode>;

export type AppErrorCode = keyof typeof errorCodes;

export function errorCodeOf(code: AppErrorCode): ErrorCode {
  return errorCodes[code];
}

export function isErrorCode(text: string): text is AppErrorCode {
  return Object.hasOwn(errorCodes, text);
}
