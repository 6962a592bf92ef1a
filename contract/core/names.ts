import { withoutInvisible } from './visible-text.ts'

/** Returns a name in lower case with single spaces, for comparison. */
export function comparedName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Returns a name as we store it: with single spaces and none around it. */
export function singleSpaced(name: string): string {
  return name.trim().replaceAll(/\p{Zs}+/gu, ' ')
}

/** Returns a text with a final period: 'Example Aviation.', and 'Volt, Inc.' unchanged. */
export function ended(text: string): string {
  return /[.!?…]["')\]”’]*\s*$/.test(text) ? text : `${text}.`
}

/** Returns a text that begins with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The spellings by which a name finds people. */
interface NameForms {
  /** The whole name, and the name without its brackets. */
  names: string[]
  /** Each of its brackets: 'Ben Cowling' in 'A. R. (Ben Cowling)'. */
  inBrackets: string[]
}

/**
 * Returns the spellings by which a name finds people. Each is a set of words without case, accents,
 * apostrophes and invisible characters; empty without letters or digits.
 */
export function formsOfName(name: string): NameForms {
  const { outside, inBrackets } = bracketsOf(name)
  const formsOf = (texts: string[]) => [
    ...new Set([...new Set(texts)].map(foldedWords).filter((form) => form !== '')),
  ]
  return { names: formsOf([name, outside]), inBrackets: formsOf(inBrackets) }
}

/** Divides a name into its brackets and the rest. A nested bracket counts as its own. */
function bracketsOf(name: string): { outside: string; inBrackets: string[] } {
  if (!/[\p{Ps}\p{Pe}<>]/u.test(name)) return { outside: name, inBrackets: [] }
  const inBrackets: string[] = []
  const open = ['']
  for (const character of name) {
    const isClosing = /[\p{Pe}>]/u.test(character) && open.length > 1
    if (isClosing) inBrackets.push(open.pop() ?? '')
    if (/[\p{Ps}<]/u.test(character)) open.push('')
    else open.push(`${open.pop() ?? ''}${isClosing ? ' ' : character}`)
  }
  // An unclosed bracket counts as no bracket.
  return { outside: open.join(' '), inBrackets }
}

const apostrophes =
  /['\u2018\u2019\u201b\u2032\u2035`\u00b4\u02b9\u02bb-\u02bf\u02c8\u055a\ua78b\ua78c\uff07\uff40]/gu
const controls = /[^\P{Cc}\s]/gu
/** Letters without an accent to remove. Search boxes treat them alike (`folded` in server/schema.sql). */
const specialLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

function foldedWords(text: string): string {
  const words = withoutInvisible(text)
    .replaceAll(apostrophes, '')
    .replaceAll(controls, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłđðħŧıςßæœþ]/g, (letter) => specialLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words)].filter(Boolean).sort().join(' ')
}

/** Returns an actor's name, or their email; '' for nobody or a deleted account. */
export function nameOrEmail(person: {
  firstName: string | null
  lastName: string | null
  email: string | null
}): string {
  return `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim() || (person.email ?? '')
}
