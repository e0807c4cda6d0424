# The headless host, from the packed npm package: npm pack && docker build -t hookwright .
ARG NODE_VERSION=24

# Binaries for every architecture are in the packages, so this stage runs on that of the builder.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-slim AS install
WORKDIR /app
COPY hookwright-*.tgz ./
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund ./hookwright-*.tgz \
  && rm hookwright-*.tgz \
  && mkdir --mode=700 /data

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production
COPY --from=install /app /app
COPY --from=install --chown=node:node /data /data
USER node
VOLUME /data
# Ingestion, interface and REST, mock endpoints over HTTP and HTTPS.
EXPOSE 8377 8378 8379 8380
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8378/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "/app/node_modules/hookwright/bin/hookwright.cjs"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data", "--port", "8378", "--no-open"]
