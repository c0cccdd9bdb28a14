export { makePng } from './make-png.ts';
export { serve, type TestServer } from './serve.ts';
export { type S3Server, startS3Server } from './start-s3-server.ts';
