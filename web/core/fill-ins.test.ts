import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The oldest browsers have these.
const known = ['findLast', 'findLastIndex']
const typedArray = Object.getPrototypeOf(Uint8Array.prototype)
const targets: Record<string, object> = {
  Array: Array.prototype,
  ReadonlyArray: Array.prototype,
  Uint8Array: typedArray,
  String: String.prototype,
  Set: Set.prototype,
  ReadonlySet: Set.prototype,
  MapConstructor: Map,
  ObjectConstructor: Object,
}
const root = join(import.meta.dirname, '../..')
const taken: [target: object, name: string, own: PropertyDescriptor][] = []
const libraries = JSON.parse(
  readFileSync(join(root, 'tsconfig.web.json'), 'utf8'),
).compilerOptions.lib.filter((name: string) => /^es202[3-9]/.test(name)) as string[]

/** Each method that our code may use beyond ES2022: the targets of tsc's libraries. */
const methods = libraries.flatMap((library) => {
  const [path = ''] = globSync(join(root, `node_modules/@typescript/*/lib/lib.${library}.d.ts`))
  const text = readFileSync(path, 'utf8')
  return Array.from(text.matchAll(/^interface (\w+)[^{]*\{([\s\S]*?)^\}/gm)).flatMap(
    ([, of = '', body = '']) =>
      of in targets ? Array.from(body.matchAll(/^ {4}(\w+)[<(]/gm), ([, name = '']) => ({ of, name })) : [],
  )
})

beforeAll(async () => {
  for (const target of new Set([...Object.values(targets), URL])) {
    const names =
      target === URL ? ['parse'] : methods.filter(({ of }) => targets[of] === target).map(({ name }) => name)
    for (const name of names.filter((each) => !known.includes(each))) {
      const own = Object.getOwnPropertyDescriptor(target, name)
      if (own) taken.push([target, name, own])
      Reflect.deleteProperty(target, name)
    }
  }
  await import('./fill-ins.ts')
})
afterAll(() => {
  for (const [target, name, own] of taken) Object.defineProperty(target, name, own)
})

test('every method that tsc allows our code is filled in', () => {
  expect(methods.length).toBeGreaterThan(20)
  const missing = methods.filter(({ of, name }) => !(name in (targets[of] as object)))
  expect(missing).toEqual([])
})

test.each<[what: string, filled: () => unknown, expected: unknown]>([
  ['toReversed', () => [1, 2].toReversed(), [2, 1]],
  ['toSorted', () => [10, 9, 1].toSorted(), [1, 10, 9]],
  ['toSorted with an order', () => [1, 3, 2].toSorted((a, b) => b - a), [3, 2, 1]],
  ['toSpliced', () => [1, 2, 3].toSpliced(1, 1, 7, 8), [1, 7, 8, 3]],
  ['toSpliced to the end', () => [1, 2, 3].toSpliced(1), [1]],
  ['with', () => [1, 2].with(-1, 5), [1, 5]],
  ['toSorted of bytes', () => Uint8Array.of(10, 9).toSorted(), Uint8Array.of(9, 10)],
  [
    'isWellFormed',
    () => ['a😀', '\ud83d', 'a\ude00', '\ude00\ud83d'].map((s) => s.isWellFormed()),
    [true, false, false, false],
  ],
  ['toWellFormed', () => 'a\ud83d😀\ude00'.toWellFormed(), 'a\ufffd😀\ufffd'],
  [
    'Map.groupBy',
    () => Map.groupBy([1, 2, 3], (n, place) => (n + place) % 2 === 1),
    new Map([[true, [1, 2, 3]]]),
  ],
  [
    'Object.groupBy',
    () => ({ ...Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')) }),
    { odd: [1, 3], even: [2] },
  ],
  ['union', () => new Set([1, 2]).union(new Set([2, 3])), new Set([1, 2, 3])],
  ['union with the keys of a map', () => new Set([1]).union(new Map([[2, 'x']])), new Set([1, 2])],
  ['intersection', () => new Set([1, 2]).intersection(new Set([2, 3])), new Set([2])],
  ['difference', () => new Set([1, 2]).difference(new Set([2, 3])), new Set([1])],
  ['symmetricDifference', () => new Set([1, 2]).symmetricDifference(new Set([2, 3])), new Set([1, 3])],
  [
    'isSubsetOf',
    () => [new Set([1]).isSubsetOf(new Set([1, 2])), new Set([3]).isSubsetOf(new Set([1]))],
    [true, false],
  ],
  [
    'isSupersetOf',
    () => [new Set([1, 2]).isSupersetOf(new Set([1])), new Set([1]).isSupersetOf(new Set([2]))],
    [true, false],
  ],
  [
    'isDisjointFrom',
    () => [new Set([1]).isDisjointFrom(new Set([2])), new Set([1]).isDisjointFrom(new Set([1]))],
    [true, false],
  ],
  [
    'URL.parse',
    () => [URL.parse('/a', 'https://b.example')?.href, URL.parse('x')],
    ['https://b.example/a', null],
  ],
])('%s does what the language says', (_, filled, expected) => {
  expect(filled()).toEqual(expected)
})

test('a place outside of the array is refused', () => {
  expect(() => [1].with(1, 2)).toThrow(RangeError)
  expect(() => [1].with(-2, 2)).toThrow(RangeError)
})
