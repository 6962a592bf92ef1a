#!/bin/sh
# Starts the Chromium beside it with the libraries and the font that came along: a bare system has neither.
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
