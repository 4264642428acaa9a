# castled in a container:
#   docker build -t castled . && docker run --name castled --restart unless-stopped -p 8080:8080 -v castled:/data castled
# It is built for the processor of the machine that builds it, amd64 or arm64; docker buildx build --platform linux/arm64
# builds it for another, which only has to be emulated for the last stage: the page is the same for all, and the compiler a cross compiler.

# The rules and the computer player as WebAssembly, with its net.
FROM --platform=$BUILDPLATFORM debian:bookworm-slim AS wasm
RUN apt-get update -q && apt-get install -y -q --no-install-recommends \
        clang lld cmake ninja-build pkg-config libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY CMakeLists.txt /src/
COPY common /src/common
# room.wasm is the server's own printer and reader, too.
COPY server/base /src/server/base
COPY server/lobby /src/server/lobby
COPY server/protocol /src/server/protocol
RUN CC=clang cmake -S /src -B /build -G Ninja -DCASTLED_SERVER=OFF -DCASTLED_TESTS=OFF \
    && cmake --build /build --target rules_wasm room_wasm engine_wasm \
    && mkdir /made && cp /build/common/wasm/*.wasm /src/common/engine/castled.nnue /made

# The page.
FROM --platform=$BUILDPLATFORM debian:bookworm-slim AS page
RUN apt-get update -q && apt-get install -y -q --no-install-recommends nodejs npm ca-certificates \
    && rm -rf /var/lib/apt/lists/*
COPY web-client/package.json web-client/package-lock.json web-client/.npmrc /src/web-client/
RUN cd /src/web-client && npm ci --ignore-scripts --no-audit --no-fund
COPY web-client /src/web-client
COPY --from=wasm /made /made
RUN node /src/web-client/build.mjs /page /made/*

# The server, with the page in it.
FROM --platform=$BUILDPLATFORM debian:bookworm-slim AS server
ARG TARGETARCH
COPY deploy/cross.sh /src/deploy/
RUN . /src/deploy/cross.sh && apt-get update -q && apt-get install -y -q --no-install-recommends \
        $cross_packages cmake ninja-build pkg-config libpq-dev libnats-dev scid-data \
        $(for each in libuv1 libssl libcjson libsqlite3 libsodium libpng libgif libedit libqrencode libcurl4-openssl; do echo $each-dev:$target; done) \
    && rm -rf /var/lib/apt/lists/*
COPY CMakeLists.txt CMakePresets.json /src/
COPY common /src/common
COPY server /src/server
COPY web-client /src/web-client
COPY deploy /src/deploy
COPY --from=page /page /page
RUN . /src/deploy/cross.sh && cmake -S /src -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release $cross_options \
        -DCASTLED_TESTS=OFF -DCASTLED_WASM=OFF -DCASTLED_TABLEBASE=OFF -DCASTLED_PAGE_MADE=/page \
    && cmake --build /build --target castled \
    && $cross_name-strip /build/castled

# What runs, and nothing else.
FROM debian:bookworm-slim
RUN apt-get update -q && apt-get install -y -q --no-install-recommends \
        libuv1 libssl3 libcjson1 libsqlite3-0 libpq5 libnats3.4 libsodium23 libpng16-16 libgif7 libedit2 libqrencode4 libcurl4 ca-certificates gnuchess-book \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log /usr/share/doc/libssl3 \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin castled \
    && install -d -o castled -g castled /data
COPY --from=server /build/castled /usr/local/bin/
USER castled
# The endings would be most of the image: the server makes them at its first start, in the background.
ENV CASTLED_DATA=/data CASTLED_PORT=8080 CASTLED_HOST=0.0.0.0 CASTLED_ENDINGS=make
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 CMD ["castled", "health"]
CMD ["castled"]
