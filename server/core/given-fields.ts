type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Returns the fields that are not undefined. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}

/** Returns null for '' and null, and undefined for undefined. */
export function textOrNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}
