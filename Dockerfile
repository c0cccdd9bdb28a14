# One image for api, worker and migrate; the command selects one (docker-compose.yml). `npm run image:steps` runs the same
# steps in an empty folder without Docker.
FROM node:24.21.0-bookworm-slim AS web
WORKDIR /app
COPY . .
RUN npm install --no-audit --no-fund
RUN npm run build

FROM node:24.21.0-bookworm-slim AS libraries
WORKDIR /app
COPY . .
# Only what the processes need: no web app, local stack or tests. Without the first step npm would also install the
# packages' test dependencies, because those include a workspace, the local stack.
RUN npm pkg delete devDependencies --workspaces --include-workspace-root
RUN npm install --omit=dev --workspace api --workspace worker --no-audit --no-fund
RUN rm -rf docs web packages/dev-stack packages/fal-emulator packages/local-postgres tests bench docker
COPY --from=web /app/web/dist web/dist
COPY --from=web /app/web/src/locales web/src/locales

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# Without a limit V8 enlarges the young generation of any process that works for minutes to 128 MB and keeps it.
ENV NODE_OPTIONS=--max-semi-space-size=16
COPY --from=libraries --chown=root:root /app .
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 9464
# The orchestrator stops with SIGTERM; both processes end within 28 s (docs/runbook.md).
STOPSIGNAL SIGTERM
CMD ["node", "api/src/main.ts"]
