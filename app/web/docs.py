"""The docs page: Swagger UI from this package's own files, under a policy that lets no other address in."""

from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from app.services.refusals import NotFound

router = APIRouter(include_in_schema=False)

_HERE = Path(__file__).parent
_FILES = {
    "swagger-ui-bundle.js": (_HERE / "swagger" / "swagger-ui-bundle.js", "text/javascript"),
    "swagger-ui.css": (_HERE / "swagger" / "swagger-ui.css", "text/css"),
    "docs.css": (_HERE / "docs.css", "text/css"),
    "favicon.png": (_HERE / "favicon.png", "image/png"),
    "start.js": (_HERE / "start.js", "text/javascript"),
}
# Swagger UI sets style attributes and draws its icons from data addresses; scripts only come from files.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Umpire: roll, keep, share</title>
<link rel="icon" type="image/png" href="{prefix}/docs/favicon.png">
<link rel="stylesheet" href="{prefix}/docs/swagger-ui.css">
<link rel="stylesheet" href="{prefix}/docs/docs.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. Without: <a href="{prefix}/openapi.json">openapi.json</a>.</noscript>
<script src="{prefix}/docs/swagger-ui-bundle.js"></script>
<script src="{prefix}/docs/start.js" data-openapi="{prefix}/openapi.json"></script>
</body>
</html>
"""


@router.get("/docs")
async def docs_page(request: Request) -> Response:
    """The page on which every operation can be tried."""
    page = _PAGE.format(prefix=request.scope.get("root_path", ""))
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": _POLICY})


@router.get("/docs/{file}", response_model=None)
async def docs_file(file: str) -> Response:
    """A file of the page."""
    known = _FILES.get(file)
    if known is None:
        raise NotFound("The docs page has no such file.")
    path, media_type = known
    return FileResponse(path, media_type=media_type, headers={"Cache-Control": "max-age=86400"})


@router.get("/", response_model=None)
async def front_door(request: Request) -> Response:
    """Who opens the bare address wants the docs page."""
    return Response(status_code=307, headers={"Location": f"{request.scope.get('root_path', '')}/docs"})
