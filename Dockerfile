# docker build -t chantier . && docker run --ulimit nofile=8192 -p 8000:8000 -v chantier:/data chantier
# with a name of its own, behind a proxy: -e CHANTIER_HOST_NAMES=play.example.org
FROM python:3.13 AS wheel
WORKDIR /src
COPY pyproject.toml README.md LICENSE build_wheel.py ./
COPY src src
RUN pip wheel --no-deps -w /wheels .

FROM python:3.13-slim
COPY --from=wheel /wheels /wheels
COPY constraints.txt /
RUN pip install --no-cache-dir -c /constraints.txt "$(ls /wheels/*.whl)[postgres]" && useradd --create-home --home-dir /data chantier
USER chantier
ENV XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache CHANTIER_LOG=info
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
CMD ["chantier", "serve", "--host", "0.0.0.0", "--port", "8000"]
