#!/bin/sh
# Builds the two embedded typefaces, in the current folder, from the Noto fonts; see README.md.
# Usage: subset.sh FOLDER_WITH_THE_NOTO_TTF_FILES
set -eu
noto=$1
work=$(mktemp -d)
export SOURCE_DATE_EPOCH=0
latin=U+0020-007E,U+00A0-017F,U+0192,U+0218-021B,U+1E80-1E85,U+1E9E,U+1EF2,U+1EF3
marks=U+02BC,U+02C6,U+02C7,U+02D8-02DD,U+0300-0308,U+030A-030C,U+0327,U+0328
greek=U+0370-03FF
cyrillic=U+0400-045F,U+0462,U+0463,U+0472-0475,U+0490-0493,U+0496,U+0497,U+049A-049D
cyrillic=$cyrillic,U+04A0-04A3,U+04AE-04B1,U+04B6-04BB,U+04D8,U+04D9,U+04E8,U+04E9
signs=U+2000-200A,U+2010-2027,U+202F-205E,U+2070-209F,U+20AC,U+2116,U+2122,U+2126,U+2150-215F,U+2189
operators=U+2190-2199,U+2202,U+2206,U+220F,U+2211,U+2212,U+2215,U+221A,U+221E,U+222B,U+2248,U+2260,U+2264,U+2265
shapes=U+25A0,U+25A1,U+25B2,U+25B6,U+25BC,U+25C0,U+25C6,U+25C7,U+25CA,U+25CB,U+25CF,U+2605,U+2606,U+2713,U+2717
options="--layout-features= --no-hinting --no-glyph-names --notdef-outline --drop-tables+=GSUB,GPOS,GDEF,DSIG,MATH,gasp"
pyftsubset "$noto/NotoSansMath-Regular.ttf" --unicodes=$operators $options --output-file="$work/operators.ttf"
pyftsubset "$noto/NotoSansSymbols2-Regular.ttf" --unicodes=$shapes $options --output-file="$work/shapes.ttf"
for weight in Regular Bold; do
    pyftsubset "$noto/NotoSans-$weight.ttf" --unicodes=$latin,$marks,$greek,$cyrillic,$signs $options \
        --output-file="$work/letters.ttf"
    pyftmerge --output-file="$work/merged.ttf" "$work/letters.ttf" "$work/operators.ttf" "$work/shapes.ttf"
    pyftsubset "$work/merged.ttf" --unicodes='*' $options --output-file="$work/all.ttf"
    # Merging takes the tallest cap height of the three; the letters' own is wanted.
    python3 - "$work/letters.ttf" "$work/all.ttf" "NotoSans-$weight-subset.ttf" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont
letters, merged = TTFont(sys.argv[1]), TTFont(sys.argv[2], recalcTimestamp=False)
for name in ("sCapHeight", "sxHeight"):
    setattr(merged["OS/2"], name, getattr(letters["OS/2"], name))
merged.save(sys.argv[3])
PYTHON
done
rm -r "$work"
