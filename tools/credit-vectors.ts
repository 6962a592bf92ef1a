import * as z from 'zod'
import { standVector } from './credit-vectors-of-ledgers.ts'
import { countVector, courseVector } from './credit-vectors-of-people.ts'
import { reportsVector } from './credit-vectors-of-reports.ts'
import { matchVector } from './credit-vectors-of-rows.ts'

/** A file of test vectors. Each is checked separately, so that an unreadable one does not hide the others. */
export const VectorsFile = z.object({
  figures: z.record(z.string(), z.unknown()).default({}),
  vectors: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
})
type VectorsFile = z.output<typeof VectorsFile>
export type KnownFigures = VectorsFile['figures']

/** Returns a vector's result, with the keys of what it expects. Throws a problem with words if unreadable. */
export function resultOf(vector: VectorsFile['vectors'][number], figures: KnownFigures): unknown {
  switch (vector.kind) {
    case 'count':
      return withKeysOf(vector.expected, countVector(vector, figures))
    case 'course':
      return withKeysOf(vector.expected, courseVector(vector, figures))
    case 'reports':
      return withKeysOf(vector.expected, reportsVector(vector, figures))
    case 'match': {
      const expected = Array.isArray(vector.expected) ? vector.expected : []
      return matchVector(vector).map((match, row) => withKeysOf(expected[row], match))
    }
    case 'stand':
      return withKeysOf(vector.expected, standVector(vector))
    default:
      throw new Error(`its kind is ${vector.kind}, not count, course, reports, match or stand`)
  }
}

function withKeysOf(expected: unknown, result: object): object {
  if (typeof expected !== 'object' || expected === null) return result
  const found = new Map(Object.entries(result))
  return Object.fromEntries(Object.keys(expected).map((key) => [key, found.get(key) ?? null]))
}
