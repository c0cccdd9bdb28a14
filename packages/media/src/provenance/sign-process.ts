// Internals of @contentauth/c2pa-wasm 0.13.3. It opens addresses with the global `fetch` and with nothing else. A file may
// name one at which its manifest is, and the library would open it: from inside our network. At an upgrade:
// docs/library-internals.md.
import { answerCalls } from '../answer-calls.ts';
import { signFile } from './sign-file.ts';

globalThis.fetch = () => Promise.reject(new Error('Files are read without the network'));
// Apart from the decoders: they are native code fed with files from outside, and this process holds the key.
answerCalls({ sign: signFile });
