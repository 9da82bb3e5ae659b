"""The command line: serve, demo, migrate, token, healthcheck."""

import asyncio
import json
import os
import secrets
import sys
import tempfile
from typing import Annotated

import httpx
import typer
import uvicorn

from app.db import migrate as migrations
from app.main import create_app, open_storage, system_clock
from app.settings import PREFIX, Settings

main = typer.Typer(
    help="Umpire, the rules referee for virtual tabletops.", no_args_is_help=True, pretty_exceptions_enable=False
)
