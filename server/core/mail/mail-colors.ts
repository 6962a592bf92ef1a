interface Color {
  light: string
  dark: string
}

export const mailColors = {
  ground: { light: '#F5F7FA', dark: '#0B1526' },
  card: { light: '#FFFFFF', dark: '#142238' },
  line: { light: '#CBD5E1', dark: '#33455F' },
  text: { light: '#0F1B2D', dark: '#E8EEF6' },
  muted: { light: '#4A5565', dark: '#AAB8CC' },
  code: { light: '#0B2545', dark: '#DCE9F8' },
  link: { light: '#1F5796', dark: '#8FC0F5' },
  button: { light: '#1F5796', dark: '#2C6BB3' },
  band: { light: '#0B2545', dark: '#1B3A63' },
  label: { light: '#FFFFFF', dark: '#FFFFFF' },
} as const satisfies Record<string, Color>

type Name = keyof typeof mailColors

/** Each text color with its background; the contrast must suffice in both modes. */
export const mailContrasts: [text: Name, ground: Name][] = [
  ['text', 'card'],
  ['muted', 'card'],
  ['muted', 'ground'],
  ['code', 'card'],
  ['link', 'card'],
  ['label', 'button'],
  ['label', 'band'],
]

type Parts = { color?: Name; background?: Name; border?: Name }

/**
 * Returns a class and a style for an element. `darkStyles` uses the class; programs that ignore it read the
 * style. `more` is added to the style.
 */
export function drawn({ color, background, border }: Parts, more = ''): string {
  const classes = [color && `c-${color}`, background && `g-${background}`, border && `b-${border}`]
  const styles = [
    color && `color:${mailColors[color].light}`,
    background && `background:${mailColors[background].light}`,
    border && `border:1px solid ${mailColors[border].light}`,
    more,
  ]
  return `class="${classes.filter(Boolean).join(' ')}" style="${styles.filter(Boolean).join(';')}"`
}

const darkRules = Object.entries(mailColors).map(
  ([name, { dark }]) =>
    `.c-${name}{color:${dark}!important}.g-${name}{background:${dark}!important}.b-${name}{border-color:${dark}!important}`,
)

/** The styles in a mail's head, against bright backgrounds or inverted colors in dark mode. */
export const darkStyles = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules.join('')}}</style>`
