export { composePush, type PushTarget } from './compose-push.ts';
export { createPushKeys, isBrowserKey, type PushKeys } from './push-keys.ts';
