# The steps are the README's: npm ci, which builds, and npm start.
# The digest decides which image is used; the tag is for readers. For the digest of today:
#   docker pull node:24-slim && docker image inspect --format '{{index .RepoDigests 0}}' node:24-slim
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json .npmrc ./
COPY prisma prisma
COPY src src
RUN npm ci
RUN npm prune --omit=dev --ignore-scripts

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
WORKDIR /app
# No DATA_DIR: without DATABASE_URL a container would serve an empty database. For the embedded one: -e DATA_DIR=/data
ENV NODE_ENV=production
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /app/package.json /app/.npmrc ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/prisma prisma
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||4000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Not through npm, which would stand between the process and its signals.
CMD ["node", "dist/main.js"]
