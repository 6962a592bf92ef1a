/** Returns the first missing variable of `needed`, in words that end in the reason. */
export function missingOf(
  env: Record<string, string | undefined>,
  needed: Record<string, string>,
  reason: string,
): string | undefined {
  const [name, meaning] = Object.entries(needed).find(([each]) => env[each] === undefined) ?? []
  return name && `${name} has to be ${meaning}, because ${reason}`
}
