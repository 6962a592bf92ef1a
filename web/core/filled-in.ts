import { tryCode } from './code.ts'

/** One member of each addition to the language and the browser that `old-browsers.ts` has. */
const additions: [of: object, name: string][] = [
  [Array.prototype, 'toSorted'],
  [String.prototype, 'isWellFormed'],
  [Map, 'groupBy'],
  [Object, 'groupBy'],
  [Set.prototype, 'union'],
  [URL, 'parse'],
  [HTMLElement.prototype, 'popover'],
]

/** Adds what an older browser lacks. Other browsers fetch nothing. */
export async function fillIn(): Promise<void> {
  if (additions.every(([of, name]) => name in of)) return
  // Without them, most of the page works.
  await tryCode(() => import('./old-browsers.ts')).catch(() => undefined)
}
