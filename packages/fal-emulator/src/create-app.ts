import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { EmulatorControl } from './control.ts';
import { controlRoutes } from './routes/control-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { platformRoutes } from './routes/platform-routes.ts';
import { requestRoutes } from './routes/request-routes.ts';
import { storageRoutes } from './routes/storage-routes.ts';
import { runRoute, submitRoute } from './routes/submission-routes.ts';
import { answerOutage } from './sickness/answer-as-sick.ts';

/** Inputs may carry whole files as data URIs. */
const maxBodyBytes = 256 * 1024 * 1024;

/** The routes of fal's three hosts, its CDN and the control. */
export async function createApp(
  context: Context,
  control: EmulatorControl,
  directories: { files: string; uploads: string },
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  acceptEmptyJson(app);
  app.get('/rest.fal.ai/.well-known/jwks.json', async (_request, reply) =>
    answerOutage(context.sickness, reply) ? reply : context.key.jwks,
  );
  submitRoute(app, context);
  requestRoutes(app, context);
  runRoute(app, context);
  fileRoutes(app, context, directories);
  documentRoutes(app, context);
  platformRoutes(app, context);
  controlRoutes(app, control);
  await app.register(storageRoutes, { context, directory: directories.uploads });
  return app;
}

/** fal's client sends application/json with every call, even without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(Object.assign(new Error('The body is not valid JSON'), { statusCode: 400 }));
    }
  });
}
