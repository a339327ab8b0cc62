# Three images: the first makes the package of a release, the second installs it, and the third is the result.
# Docker uses the digest. The tag is for readers. Print the current digest with:
#   docker pull node:24-slim && docker image inspect --format '{{index .RepoDigests 0}}' node:24-slim

# A release uses the package that was tested instead: docker build --build-context package=<folder with the package>
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS package
WORKDIR /source
# The packages are a layer of their own, which a change of the source does not make again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run package && mv dist/packages/gatehouse-server.tgz /

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
COPY --from=package /gatehouse-server.tgz /
WORKDIR /app
# npm installs the versions of npm-shrinkwrap.json, and runs no script of a package.
RUN tar --extract --gzip --file /gatehouse-server.tgz --strip-components 1 && npm ci --ignore-scripts
# The packages for traces, which are optional elsewhere. Without --save-prod, npm would install no optional peer.
RUN npm install --no-save --save-prod --ignore-scripts $(node -p 'require("./dist/platform/observability/trace-packages").tracePackages().join(" ")')

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
# DATA_DIR has no default here. Otherwise a container without DATABASE_URL would serve an empty database.
# For the embedded database: docker run -e DATA_DIR=/data
ENV NODE_ENV=production
RUN mkdir -m 700 /data && chown 1000:1000 /data
WORKDIR /app
COPY --from=build /app .
# The user node of the image, by its number: Kubernetes (runAsNonRoot) cannot see from a name that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||4000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Not npm start: npm does not pass SIGTERM on to the server.
CMD ["node", "dist/main.js"]
