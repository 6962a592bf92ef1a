// What the oldest browsers (tools/oldest-browsers.ts) lack of the language. tsconfig.web.json lists the same
// libraries, so our code can use nothing else.

type Elements = ArrayLike<unknown> & { slice(): unknown[] }

const ofEveryArray = {
  toReversed(this: Elements) {
    return this.slice().reverse()
  },
  toSorted(this: Elements, compare?: (a: unknown, b: unknown) => number) {
    return this.slice().sort(compare)
  },
  with(this: Elements, at: number, value: unknown) {
    const place = at < 0 ? this.length + at : at
    if (!(place >= 0 && place < this.length)) throw new RangeError('There is no such place')
    const copy = this.slice()
    copy[place] = value
    return copy
  },
}

const ofArrays = {
  toSpliced(this: unknown[], ...change: [start: number, deleteCount: number, ...items: unknown[]]) {
    const copy = this.slice()
    copy.splice(...change)
    return copy
  },
}

const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/

const ofStrings = {
  isWellFormed(this: string) {
    return !loneHalf.test(this)
  },
  toWellFormed(this: string) {
    // A string's iterator yields whole pairs.
    return Array.from(this, (char) => (/^[\uD800-\uDFFF]$/.test(char) ? '\uFFFD' : char)).join('')
  },
}

/** A set, or a map. */
interface SetLike {
  size: number
  has(value: unknown): boolean
  keys(): Iterator<unknown>
}

const valuesOf = (other: SetLike) => [
  ...{ [Symbol.iterator]: () => other.keys() as IterableIterator<unknown> },
]

const ofSets = {
  union(this: Set<unknown>, other: SetLike) {
    return new Set([...this, ...valuesOf(other)])
  },
  intersection(this: Set<unknown>, other: SetLike) {
    return new Set([...this].filter((value) => other.has(value)))
  },
  difference(this: Set<unknown>, other: SetLike) {
    return new Set([...this].filter((value) => !other.has(value)))
  },
  symmetricDifference(this: Set<unknown>, other: SetLike) {
    const theirs = valuesOf(other)
    return new Set([
      ...[...this].filter((value) => !other.has(value)),
      ...theirs.filter((value) => !this.has(value)),
    ])
  },
  isSubsetOf(this: Set<unknown>, other: SetLike) {
    return [...this].every((value) => other.has(value))
  },
  isSupersetOf(this: Set<unknown>, other: SetLike) {
    return valuesOf(other).every((value) => this.has(value))
  },
  isDisjointFrom(this: Set<unknown>, other: SetLike) {
    return ![...this].some((value) => other.has(value))
  },
}

const ofMap = {
  groupBy<Value>(values: Iterable<Value>, keyOf: (value: Value, place: number) => unknown) {
    const groups = new Map<unknown, Value[]>()
    let place = 0
    for (const value of values) {
      const key = keyOf(value, place++)
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
    return groups
  },
}

const ofObject = {
  groupBy<Value>(values: Iterable<Value>, keyOf: (value: Value, place: number) => PropertyKey) {
    return Object.assign(Object.create(null), Object.fromEntries(ofMap.groupBy(values, keyOf) as never))
  },
}

const ofUrl = {
  parse(address: string, base?: string) {
    try {
      return new URL(address, base)
    } catch {
      return null
    }
  },
}

const fillIns: [target: object, filled: object][] = [
  [Array.prototype, { ...ofEveryArray, ...ofArrays }],
  [Object.getPrototypeOf(Uint8Array.prototype), ofEveryArray],
  [String.prototype, ofStrings],
  [Set.prototype, ofSets],
  [Map, ofMap],
  [Object, ofObject],
  [URL, ofUrl],
]

for (const [target, filled] of fillIns) {
  for (const [name, value] of Object.entries(filled)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
}
