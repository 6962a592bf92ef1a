import * as z from 'zod/mini'

const needs = {
  FIREBASE_PROJECT_ID: "the project's ID",
  FIREBASE_API_KEY: "an API key of the project's",
} as const

/** What of it may lie open in a mailed link, but need not in a log. */
export const identitySecrets = ['FIREBASE_API_KEY']

/** The variables of the environment that say where people prove who they are; `standIn` checks an address. */
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

/** What Firebase needs and isn't given: the first such variable, and what it has to be. */
export function missingOfIdentity(env: Variables): { name: string; error: string } | undefined {
  if (env.IDENTITY !== 'firebase') return undefined
  const [name, meaning] =
    Object.entries(needs).find(([each]) => env[each as keyof typeof needs] === undefined) ?? []
  return name ? { name, error: `has to be ${meaning}, because IDENTITY is firebase` } : undefined
}

/** Where people prove who they are, from variables of which none is missing. */
export function identitySettings(env: Variables) {
  if (env.IDENTITY !== 'firebase') return { provider: 'embedded' as const }
  return {
    provider: 'firebase' as const,
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    apiKey: env.FIREBASE_API_KEY ?? '',
    apiUrl: env.IDENTITY_API_URL,
  }
}
