# The first image builds the server with npm ci, as README.md does. The second image runs the built server.
# Docker uses the digest. The tag is for readers. Print the current digest with:
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
# DATA_DIR has no default here. Otherwise a container without DATABASE_URL would serve an empty database.
# For the embedded database: docker run -e DATA_DIR=/data
ENV NODE_ENV=production
RUN mkdir -m 700 /data && chown 1000:1000 /data
COPY --from=build /app/package.json /app/.npmrc ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/prisma prisma
# The user node of the image, by its number: Kubernetes (runAsNonRoot) cannot see from a name that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||4000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Not npm start: npm does not pass SIGTERM on to the server.
CMD ["node", "dist/main.js"]
