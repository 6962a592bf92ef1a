/** Returns a key's cached value; creates it if missing. */
export function remember<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}
