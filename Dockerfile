# Stage one installs Umpire into a folder of its own; stage two holds that folder, Python, and no build tools.
FROM python:3.11-slim-bookworm AS build

ENV UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_PYTHON_DOWNLOADS=never \
    UV_PROJECT_ENVIRONMENT=/opt/umpire

RUN python3 -m pip install --no-cache-dir uv==0.13.9

WORKDIR /src

# The dependencies first: a change of the code alone doesn't install them again.
COPY pyproject.toml ./
RUN uv sync --no-cache --no-default-groups --no-install-project

COPY README.md LICENSE ./
COPY app app
COPY migrations migrations
RUN uv sync --no-cache --no-default-groups --no-editable


FROM python:3.11-slim-bookworm

RUN groupadd --gid 1000 umpire \
    && useradd --uid 1000 --gid umpire --no-create-home --home-dir /data --shell /usr/sbin/nologin umpire \
    && install --directory --owner=umpire --group=umpire /data

COPY --from=build /opt/umpire /opt/umpire

# A container is reached from outside it, so the first start makes a setup token and prints it.
ENV PATH=/opt/umpire/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    UMPIRE_HOST=0.0.0.0 \
    UMPIRE_PORT=8000 \
    UMPIRE_DATABASE_URL=sqlite:////data/umpire.db \
    UMPIRE_LOG_FORMAT=json

USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=15s --timeout=6s --start-period=20s --retries=3 CMD ["umpire", "healthcheck"]

ENTRYPOINT ["umpire"]
CMD ["serve"]
