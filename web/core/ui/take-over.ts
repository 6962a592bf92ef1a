/** A field that was changed here and by somebody else, in different ways. */
export interface Conflict {
  id: string
  /** Which field, in words. */
  what: string
  mine: string
  theirs: string
}

/** Which side was chosen of a conflict. */
export type Choices = ReadonlyMap<string, 'mine' | 'theirs'>

interface Sides<Values> {
  /** What was typed on top of `older`. */
  typed: Values
  older: Values
  newer: Values
}

/**
 * What was typed on top of an older state, on top of a newer one, field by field: what was not touched here is as it is by
 * now, what somebody else did not touch is as it was typed. What both have changed is a conflict until one side is chosen;
 * until then it is as it was typed. `labels` are the fields, in words; `words` says a value of one.
 */
export function takeOver<Values extends object>(
  { typed, older, newer }: Sides<Values>,
  labels: Readonly<Partial<Record<keyof Values & string, string>>>,
  words: (value: unknown, field: keyof Values & string) => string,
  choices: Choices = new Map(),
): { values: Values; conflicts: Conflict[] } {
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
