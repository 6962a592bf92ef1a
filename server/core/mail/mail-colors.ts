/** A colour by daylight, and where somebody reads in the dark. */
interface Color {
  light: string
  dark: string
}

/** What a mail is drawn with. */
export const mailColors = {
  ground: { light: '#F5F7FA', dark: '#0B1526' },
  card: { light: '#FFFFFF', dark: '#142238' },
  line: { light: '#CBD5E1', dark: '#33455F' },
  text: { light: '#0F1B2D', dark: '#E8EEF6' },
  muted: { light: '#4A5565', dark: '#AAB8CC' },
  code: { light: '#0B2545', dark: '#DCE9F8' },
  link: { light: '#1F5796', dark: '#8FC0F5' },
  button: { light: '#1F5796', dark: '#2C6BB3' },
  label: { light: '#FFFFFF', dark: '#FFFFFF' },
} as const satisfies Record<string, Color>

type Name = keyof typeof mailColors

/** Each text with what it stands on: both have to be told apart, by daylight and in the dark. */
export const mailContrasts: [text: Name, ground: Name][] = [
  ['text', 'card'],
  ['muted', 'card'],
  ['muted', 'ground'],
  ['code', 'card'],
  ['link', 'card'],
  ['label', 'button'],
]

type Parts = { color?: Name; background?: Name; border?: Name }

/**
 * A class and a style that draw an element: the style for programs that read no other, the class for what `darkStyles` says of it.
 * `more` is said in the style besides.
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

/** What a mail's head says, so that programs neither leave it bright at night nor guess its colours anew. */
export function darkStyles(): string {
  const rules = Object.entries(mailColors).map(
    ([name, { dark }]) =>
      `.c-${name}{color:${dark}!important}.g-${name}{background:${dark}!important}.b-${name}{border-color:${dark}!important}`,
  )
  return `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
}
