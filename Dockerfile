# One image for `coindex serve` (answers over HTTP) and `coindex winoflexi serve` (a crowd writes schemas).
# docs/serve.md says how to build and run it.

FROM python:3.12-slim AS build
COPY . /src
RUN python -m venv /opt/coindex && /opt/coindex/bin/pip install --no-cache-dir "/src[serve,winoflexi]"

FROM python:3.12-slim
COPY --from=build /opt/coindex /opt/coindex
RUN useradd --system --uid 10001 --create-home coindex && install --directory --owner=coindex --mode=700 /data
ENV PATH="/opt/coindex/bin:$PATH" COINDEX_CACHE=/home/coindex/cache WINOFLEXI_DIR=/data OMP_NUM_THREADS=1
USER coindex
# Puts the compiled knowledge into the cache of the image, and fails if no answer comes.
RUN coindex solve "Ann thanked Beth because [she] had helped her."
VOLUME /data
EXPOSE 8765 8766
ENTRYPOINT ["coindex"]
CMD ["serve", "--host", "0.0.0.0", "--allow-remote"]
