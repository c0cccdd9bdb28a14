import { formatMessage, type InputMessageCode, type MessageParams } from './messages.ts';

/** One thing wrong with an input. `path` is the field's wire name, `message` the spec's English sentence. */
export type InputIssue = {
  path: string;
  code: InputMessageCode;
  params: MessageParams;
  message: string;
};

export function inputIssue(path: string, code: InputMessageCode, params: MessageParams = {}): InputIssue {
  return { path, code, params, message: formatMessage(code, params) };
}
