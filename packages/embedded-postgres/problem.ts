/** The embedded database can't run. The message is one or two sentences for a person. */
export class EmbeddedPostgresProblem extends Error {
  override name = 'EmbeddedPostgresProblem'
}

/** Returns the code of a system or database error ('ENOENT', '3D000'), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
