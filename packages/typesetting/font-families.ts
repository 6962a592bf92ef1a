/** The three styles of a page: display for names and headings, body and strong for the rest. */
export type FontStyle = 'display' | 'body' | 'strong'

/** A package of font files, each with some of the letters, and the axes of each style. */
export interface FontFamily {
  package: string
  /** The axes of the files, in fontsource's words. */
  file: 'wght' | 'standard'
  axes: Record<string, number>
  serif: boolean
  /** Ligatures may replace letters. Some scripts need them, Latin does not. */
  ligatures: boolean
}

/** The family for a page's own words. */
export function coreFamily(style: FontStyle): FontFamily {
  return families[style][0]
}

/** Returns the families to search for a grapheme, the best first. */
export function familiesFor(style: FontStyle, grapheme: string): FontFamily[] {
  return emoji.test(grapheme) ? [noto('emoji', style), ...families[style]] : families[style]
}

const emoji = /\p{Emoji_Presentation}|\uFE0F/u
const weights: Record<FontStyle, number> = { display: 600, body: 400, strong: 600 }

const serif: FontFamily = {
  package: 'source-serif-4',
  file: 'standard',
  axes: { wght: 600, opsz: 40 },
  serif: true,
  ligatures: false,
}

/** Common scripts first: a grapheme is looked up in this order. */
const scripts = [
  'arabic',
  'hebrew',
  'armenian',
  'georgian',
  'devanagari',
  'thai',
  'sc',
  'kr',
  'bengali',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'oriya',
  'sinhala',
  'tamil',
  'telugu',
  'ethiopic',
  'khmer',
  'lao',
  'myanmar',
  'canadian-aboriginal',
  'cherokee',
  'syriac',
  'thaana',
  'adlam',
  'cham',
  'javanese',
  'lisu',
  'meetei-mayek',
  'ol-chiki',
  'sundanese',
]
  .map((script) => `sans-${script}`)
  .concat('serif-tibetan')

const families: Record<FontStyle, [core: FontFamily, ...FontFamily[]]> = {
  display: [serif, ...sansFamilies('display')],
  body: sansFamilies('body'),
  strong: sansFamilies('strong'),
}

function sansFamilies(style: FontStyle): [inter: FontFamily, ...FontFamily[]] {
  const inter: FontFamily = { ...noto('', style), package: 'inter', ligatures: false }
  return [inter, ...scripts.map((script) => noto(script, style)), noto('emoji', style)]
}

function noto(part: string, style: FontStyle): FontFamily {
  return {
    package: `noto-${part}`,
    file: 'wght',
    axes: { wght: weights[style] },
    serif: false,
    ligatures: true,
  }
}
