/**
 * Every message about a wrong input, by its stable code. The API answers with these English sentences, which clients
 * may rely on; the web client translates by the code.
 */
export const inputMessages = {
  prompt_required: 'Prompt is required',
  prompt_missing: 'Please enter prompt!',
  prompt_too_long: 'Prompt must be less than 2000 characters',
  negative_prompt_too_long: 'Negative prompt must be less than 2000 characters',
  invalid_characters: 'Text contains characters that cannot be stored',
  num_frames_range: 'Number of frames must be between 81 and 121',
  frames_per_second_range: 'Frame rate must be between 4 and 60 FPS',
  num_inference_steps_range: 'Inference steps must be between {min} and {max}',
  guidance_scale_range: 'Guidance scale must be between {min} and {max}',
  guidance_scale_2_range: 'Guidance scale 2 must be between 1 and 20',
  shift_range: 'Shift parameter must be between 1 and 10',
  num_interpolated_frames_range: 'Number of interpolated frames must be between 0 and 4',
  resolution_one_of: 'Resolution must be one of: 480p, 580p, 720p',
  aspect_ratio_one_of: 'Aspect ratio must be one of: 16:9, 9:16, 1:1',
  number_range: 'This must be a number between {min} and {max}',
  text_too_long: 'This must be at most {max} characters',
  option_not_supported: '{value} is not available here; choose one of: {options}',
  model_one_of: 'Model must be one of: {options}',
  duration_one_of: 'Duration must be one of these numbers: {options}',
  interpolator_model_one_of: 'Interpolator model must be one of: none, film, rife',
  task_one_of: 'Task must be one of: default, depth, inpainting',
  speed_one_of: 'Speed must be one of: {options}',
  question_required: 'Please enter a question!',
  question_too_long: 'Question must be less than 2000 characters',
  image_required: 'Please upload an image!',
  start_image_required: 'Please upload a start image!',
  end_image_required: 'Please upload an end image!',
  video_required: 'Please upload a video!',
  mask_required: 'Please upload a mask video!',
  mask_not_used: 'A mask is used by the task inpainting only; leave it out, or choose that task',
  no_video_url: 'Please upload a video or enter its link!',
  file_url_invalid: 'This is not a valid file address',
  url_not_allowed: 'Files from this address are not allowed',
  data_address_too_long:
    'This file is too large to be sent inside the request; upload it first: POST /api/upload-image-wan-i2v or POST /api/upload-video',
  too_many_files: 'At most {max} files are allowed here',
  image_size_one_of: 'Image size must be one of: {options}',
  image_strength_range: 'Image strength must be between {min} and {max}',
  temperature_range: 'Temperature must be between {min} and {max}',
  cfg_weight_range: 'CFG weight must be between {min} and {max}',
  num_images_range: 'Number of images must be between 1 and 4',
  seed_range: 'Seed must be a whole number between 0 and 9007199254740991',
  seed_integer: 'Seed must be a whole number',
  top_p_range: 'Top P must be between {min} and {max}',
  cfg_scale_range: 'CFG scale must be between {min} and {max}',
  not_a_boolean: 'This setting must be true or false',
  request_id_invalid: 'request_id must be a UUID',
  webhook_url_invalid: 'webhook_url must be an http(s) address of at most 2,000 characters',
  webhook_url_https: 'webhook_url must begin with https://',
  webhook_url_not_allowed: 'Webhooks cannot be sent to this address',
  file_unreadable: 'This file cannot be read: it is damaged or incomplete',
  video_too_long: 'The video may be at most {max} seconds long with these settings',
  video_too_fast: 'The video may have at most {max} frames per second',
  picture_too_large: 'The picture may have at most {max} megapixels with these settings',
  project_unknown: 'You have no project with this id, or it is archived',
  if_down_invalid: 'if_down must be wait, ask, or a model with max_credits',
  stand_in_unknown: 'There is no such model',
  stand_in_same: 'This is the same model',
  stand_in_medium: 'This model makes something else',
  stand_in_unfit: 'This model cannot use these files or settings',
  stand_in_price: 'This model costs more than {max} credits',
} as const;

export type InputMessageCode = keyof typeof inputMessages;

export type MessageParams = Readonly<Record<string, string | number>>;

/** Fills in the `{name}` placeholders. A placeholder without a parameter stays visible, so that tests can find it. */
export function formatMessage(code: InputMessageCode, params: MessageParams = {}): string {
  return inputMessages[code].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

const maxShownLength = 100;

/** Formats a refused value for a message. Objects are not written out: clients control their depth and `toString`. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = String(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text;
}

/** One problem of an input. `path` is the field's wire name, `message` the English sentence. */
export type InputIssue = {
  path: string;
  code: InputMessageCode;
  params: MessageParams;
  message: string;
};

export function inputIssue(path: string, code: InputMessageCode, params: MessageParams = {}): InputIssue {
  return { path, code, params, message: formatMessage(code, params) };
}
