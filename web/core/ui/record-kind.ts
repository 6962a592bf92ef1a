import { beginningOf } from '#contract/core/visible-text.ts'

/** A field that two people changed differently. */
interface Conflict {
  id: string
  what: string
  mine: string
  theirs: string
}

/** The chosen side of each conflict. */
export type Choices = ReadonlyMap<string, 'mine' | 'theirs'>

/** The typed values with their starting state, and the newer state that another person saved. */
interface Sides<Saved, Values> {
  typed: Values
  /** The values that the form started with. */
  older: Values
  base: Saved
  newest: Saved
}

export interface Merged<Values> {
  values: Values
  /** Conflicts without a choice; `values` then has what was typed. */
  conflicts: Conflict[]
}

/** A kind of editable record: what its form has, and how two people's changes merge. */
export interface RecordKind<Saved, Values> {
  valuesOf: (saved: Saved) => Values
  empty: () => Values
  isOutdated: (base: Saved, newest: Saved) => boolean
  isChanged: (typed: Values, older: Values) => boolean
  merge: (sides: Sides<Saved, Values>, choices: Choices) => Merged<Values>
}

export type Labels<Values> = Readonly<Partial<Record<keyof Values & string, string>>>

/** A record of plain, labelled fields that counts its versions. */
export function plainRecord<Saved extends { version: number }, Values extends object>(
  labels: Labels<Values>,
  { valuesOf, empty }: { valuesOf: (saved: Saved) => Values; empty?: Values },
): RecordKind<Saved, Values> {
  return {
    valuesOf,
    empty: () => empty ?? ({} as Values),
    isOutdated: (base, newest) => newest.version > base.version,
    isChanged: (typed, older) => JSON.stringify(typed) !== JSON.stringify(older),
    merge: ({ typed, older, newest }, choices) =>
      mergeFields({ typed, older, newer: valuesOf(newest) }, labels, choices),
  }
}

/** A record whose fields are all texts in the form. A new one starts with `start`, and '' elsewhere. */
export function textRecord<Field extends string, Saved extends { version: number } & Record<Field, unknown>>(
  labels: Record<Field, string>,
  start: Partial<Record<Field, string>> = {},
): RecordKind<Saved, Record<Field, string>> {
  const textsOf = (saved: object) => {
    const texts = Object.keys(labels).map((field) => [field, String(saved[field as never] ?? '')])
    return Object.fromEntries(texts) as Record<Field, string>
  }
  return plainRecord(labels, { valuesOf: textsOf, empty: textsOf(start) })
}

/**
 * Merges the labelled fields one by one. A field that one person changed gets that value. A field that both
 * changed is a conflict until a side is chosen. `words` writes a value for people.
 */
export function mergeFields<Values extends object>(
  { typed, older, newer }: { typed: Values; older: Values; newer: Values },
  labels: Labels<Values>,
  choices: Choices = new Map(),
  words: (value: unknown, field: keyof Values & string) => string = shownValue,
): Merged<Values> {
  const conflicts: Conflict[] = []
  const values = { ...typed }
  for (const [field, what] of Object.entries(labels) as [keyof Values & string, string][]) {
    const [mine, theirs] = [typed[field], newer[field]]
    if (mine === older[field]) values[field] = theirs
    else if (theirs !== older[field] && theirs !== mine) {
      const choice = choices.get(field)
      if (choice === undefined) {
        conflicts.push({ id: field, what, mine: words(mine, field), theirs: words(theirs, field) })
      }
      if (choice === 'theirs') values[field] = theirs
    }
  }
  return { values, conflicts }
}

/** Writes a value for people: formatted text without tags, and only the beginning of a long text. */
export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\/api\/files\/.*/, 'another picture')
    .trim()
  return text.length > 80 ? `${beginningOf(text, 80)} …` : text || 'nothing'
}
