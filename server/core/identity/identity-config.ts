import * as z from 'zod/mini'
import { missingOf } from '#server/core/missing-variable.ts'

const needs = {
  FIREBASE_PROJECT_ID: "the project's ID",
  FIREBASE_API_KEY: "an API key of the project's",
} as const

/** The variables that no message may contain. */
export const identitySecrets = ['FIREBASE_API_KEY']

/** Returns the identity provider's variables; `standIn` checks an address. */
export function identityVariables(standIn: z.ZodMiniType<string, string>) {
  return {
    IDENTITY: z.optional(z.enum(['embedded', 'firebase'], { error: 'has to be embedded or firebase' })),
    FIREBASE_PROJECT_ID: z.optional(
      z
        .string()
        .check(
          z.regex(/^[a-z][a-z0-9-]{3,62}$/, { error: 'has to be the ID of a project, like my-portal-1a2b3' }),
        ),
    ),
    FIREBASE_API_KEY: z.optional(
      z
        .string()
        .check(
          z.regex(/^[\w-]{3,100}$/, { error: 'has to be an API key, as it was copied, without spaces' }),
        ),
    ),
    IDENTITY_API_URL: z.optional(standIn),
  }
}

type Variables = { [Name in keyof ReturnType<typeof identityVariables>]?: string | undefined }

/** Returns the first missing variable of Firebase, in words. */
export function missingOfIdentity(env: Variables): string | undefined {
  return env.IDENTITY === 'firebase' ? missingOf(env, needs, 'IDENTITY is firebase') : undefined
}

/** Returns the identity provider's settings; all variables are present. */
export function identitySettings(env: Variables) {
  if (env.IDENTITY !== 'firebase') return { provider: 'embedded' as const }
  return {
    provider: 'firebase' as const,
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    apiKey: env.FIREBASE_API_KEY ?? '',
    apiUrl: env.IDENTITY_API_URL,
  }
}
