export interface Choice {
  value: string
  label: string
  /** The text in the list, if it is longer. */
  text?: string
  keywords?: string
}

/** Returns the choices that contain the text, best matches first: equal texts, then beginnings, then words. */
export function findChoices(choices: readonly Choice[], typed: string, chosen: string): Choice[] {
  const wanted = typed.trim().toLowerCase()
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, wanted, chosen) }))
    .filter(({ rank }) => rank !== notFound)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
}

const notFound = Number.POSITIVE_INFINITY

function rankOf({ value, label, text = '', keywords = '' }: Choice, wanted: string, chosen: string) {
  if (wanted === '') return 0
  const words = [value, label, text, keywords].map((word) => word.toLowerCase())
  if (words.some((word) => word === wanted)) return value === chosen ? 0 : 1
  if (words.some((word) => word.startsWith(wanted))) return 2
  if (words.some((word) => word.includes(` ${wanted}`))) return 3
  return words.some((word) => word.includes(wanted)) ? 4 : notFound
}
