import { answerCalls } from '../answer-calls.ts';
import { signFile } from './sign-file.ts';

// Apart from the decoders: they are native code fed with files from outside, and this process holds the key.
answerCalls({ sign: signFile });
