#!/bin/sh
# Builds the embedded typeface of titles, in the current folder, from EB Garamond as npm has it; see README.md.
# Usage: subset-display.sh FOLDER_OF_THE_NPM_PACKAGE
set -eu
files=$1/files
work=$(mktemp -d)
export SOURCE_DATE_EPOCH=0
letters=U+0020-007E,U+00A0-017F,U+0218-021B,U+1E9E
signs=U+2010-2015,U+2018-201E,U+2022,U+2026,U+2032,U+2033,U+2044,U+2212
options="--layout-features= --no-hinting --no-glyph-names --notdef-outline --drop-tables+=GSUB,GPOS,GDEF,DSIG,MATH,gasp,STAT"
for script in latin latin-ext; do
    pyftsubset "$files/eb-garamond-$script-500-normal.woff" --unicodes=$letters,$signs $options \
        --output-file="$work/$script.ttf"
done
pyftmerge --output-file="$work/merged.ttf" "$work/latin.ttf" "$work/latin-ext.ttf"
pyftsubset "$work/merged.ttf" --unicodes='*' $options --output-file=EBGaramond-Medium-subset.ttf
rm -r "$work"
