"""The package's version."""

VERSION = "0.3.0.dev0"
