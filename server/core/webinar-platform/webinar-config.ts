import * as z from 'zod/mini'
import { missingOf } from '#server/core/missing-variable.ts'

const needs = {
  zoom: {
    ZOOM_ACCOUNT_ID: 'the account ID of a server-to-server app',
    ZOOM_CLIENT_ID: 'the client ID of a server-to-server app',
    ZOOM_CLIENT_SECRET: 'the client secret of a server-to-server app',
  },
  gotowebinar: {
    GOTO_CLIENT_ID: 'the client ID of an OAuth client',
    GOTO_CLIENT_SECRET: 'the client secret of an OAuth client',
    GOTO_TOKEN: 'a personal access token of the organizer',
    GOTO_ORGANIZER_KEY: 'the key of the organizer, a number',
  },
} as const

/** The variables that no message may contain. */
export const webinarSecrets = [
  'ZOOM_CLIENT_SECRET',
  'ZOOM_WEBHOOK_SECRET',
  'GOTO_CLIENT_SECRET',
  'GOTO_TOKEN',
]

const pasted = { error: 'has to be one word, as it was copied, without spaces' }
const Pasted = z.optional(z.string().check(z.regex(/^[!-~]{1,4000}$/, pasted)))

/** Returns the webinar platform's variables; `standIn` checks an address. */
export function webinarVariables(standIn: z.ZodMiniType<string, string>) {
  return {
    WEBINAR: z.optional(
      z.enum(['embedded', 'zoom', 'gotowebinar'], { error: 'has to be embedded, zoom or gotowebinar' }),
    ),
    ZOOM_ACCOUNT_ID: Pasted,
    ZOOM_CLIENT_ID: Pasted,
    ZOOM_CLIENT_SECRET: Pasted,
    ZOOM_WEBHOOK_SECRET: Pasted,
    GOTO_CLIENT_ID: Pasted,
    GOTO_CLIENT_SECRET: Pasted,
    GOTO_TOKEN: Pasted,
    GOTO_ORGANIZER_KEY: z.optional(
      z.string().check(z.regex(/^\d{1,20}$/, { error: 'has to be the key of the organizer, a number' })),
    ),
    WEBINAR_API_URL: z.optional(standIn),
    WEBINAR_OAUTH_URL: z.optional(standIn),
  }
}

type Variables = { [Name in keyof ReturnType<typeof webinarVariables>]?: string | undefined }

/** Returns the chosen webinar platform's first missing variable, in words. */
export function missingOfWebinars(env: Variables): string | undefined {
  const { WEBINAR } = env
  if (WEBINAR === 'zoom' || WEBINAR === 'gotowebinar') {
    return missingOf(env, needs[WEBINAR], `WEBINAR is ${WEBINAR}`)
  }
  return undefined
}

/** Returns the webinar platform's settings; all variables are present. */
export function webinarSettings(env: Variables) {
  const { WEBINAR_API_URL: apiUrl, WEBINAR_OAUTH_URL: oauthUrl } = env
  if (env.WEBINAR === 'zoom') {
    return {
      platform: 'zoom' as const,
      accountId: env.ZOOM_ACCOUNT_ID ?? '',
      clientId: env.ZOOM_CLIENT_ID ?? '',
      clientSecret: env.ZOOM_CLIENT_SECRET ?? '',
      webhookSecret: env.ZOOM_WEBHOOK_SECRET,
      apiUrl,
      oauthUrl,
    }
  }
  if (env.WEBINAR === 'gotowebinar') {
    return {
      platform: 'gotowebinar' as const,
      clientId: env.GOTO_CLIENT_ID ?? '',
      clientSecret: env.GOTO_CLIENT_SECRET ?? '',
      token: env.GOTO_TOKEN ?? '',
      organizerKey: env.GOTO_ORGANIZER_KEY ?? '',
      apiUrl,
      oauthUrl,
    }
  }
  return { platform: 'embedded' as const }
}
