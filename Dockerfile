# The service as an image: docs/container.md says how to build, run and check it.

FROM node:24-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run dependencies

FROM gcr.io/distroless/nodejs24-debian13:nonroot
ARG VERSION
ARG SOURCE
LABEL org.opencontainers.image.title="nest-accounts"
LABEL org.opencontainers.image.description="An account service for NestJS: run it as a microservice, mount it into a monolith, explore it through Swagger."
LABEL org.opencontainers.image.licenses="MIT"
LABEL org.opencontainers.image.version="$VERSION"
LABEL org.opencontainers.image.source="$SOURCE"
WORKDIR /service
COPY --from=build /build/package.json ./
COPY --from=build /build/prisma/migrations ./prisma/migrations
COPY --from=build /build/src/console/assets ./src/console/assets
COPY --from=build /build/scripts/health.js ./
COPY --from=build /build/dist/bundle ./dist/bundle
ENV NODE_ENV=production HOST=0.0.0.0
# By its number, so that Kubernetes sees that it is not root.
USER 65532:65532
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s CMD ["/nodejs/bin/node", "health.js"]
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["dist/bundle/main.js"]
