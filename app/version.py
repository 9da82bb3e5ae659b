"""The version of this code, from the package's own metadata."""

from importlib.metadata import version

VERSION = version("umpire")
