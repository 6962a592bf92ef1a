type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Of fields, those that are given. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}

/** A text that may be none: '' and null are; undefined says nothing. */
export function textOrNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}
