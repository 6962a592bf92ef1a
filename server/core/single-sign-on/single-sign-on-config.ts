import * as z from 'zod/mini'
import { missingOf } from '#server/core/missing-variable.ts'

const needs = {
  OIDC_ISSUER: "the provider's issuer, an address",
  OIDC_CLIENT_ID: "the client ID of the portal's application at the provider",
  OIDC_CLIENT_SECRET: "the client secret of the portal's application at the provider",
} as const

/** The variables that no message may contain. */
export const singleSignOnSecrets = ['OIDC_CLIENT_SECRET']

const pasted = { error: 'has to be one word, as it was copied, without spaces' }
const Pasted = z.optional(z.string().check(z.regex(/^[!-~]{1,4000}$/, pasted)))
/** Microsoft's issuers of several tenants: anybody could make a tenant with any email. */
const ofManyTenants = /\/(common|organizations|consumers)(\/|$)/

interface Kinds<Role extends string> {
  standIn: z.ZodMiniType<string, string>
  email: z.ZodMiniType<string, string>
  roles: readonly Role[]
}

/** Returns the variables of single sign-on; `standIn` checks an address. */
export function singleSignOnVariables<Role extends string>({ standIn, email, roles }: Kinds<Role>) {
  const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)
  const groups = {
    error: `has to be pairs like Portal admins=administrator, separated by commas, with the roles ${roles.join(', ')}`,
  }
  return {
    OIDC_ISSUER: z.optional(
      standIn.check(
        z.refine((issuer: string) => !ofManyTenants.test(issuer), {
          error: 'has to name one tenant, like https://login.microsoftonline.com/TENANT-ID/v2.0',
        }),
      ),
    ),
    OIDC_CLIENT_ID: Pasted,
    OIDC_CLIENT_SECRET: Pasted,
    OIDC_LABEL: z.optional(
      z.string().check(z.regex(/^[^\p{Cc}]{1,40}$/u, { error: 'has to be 1 to 40 characters' })),
    ),
    OIDC_EMAILS: z.optional(
      z.enum(['verified', 'trusted'], {
        error: 'has to be verified or trusted',
      }),
    ),
    OIDC_GROUPS: z.optional(
      z.pipe(
        z
          .string()
          .check(z.refine((text) => pairsIn(text).every(([group, role]) => group && isRole(role)), groups)),
        z.transform((text) => pairsIn(text).map(([group, role]) => ({ group, role: role as Role }))),
      ),
    ),
    OIDC_GROUPS_CLAIM: Pasted,
    ADMIN_SINGLE_SIGN_ON: z.optional(
      z.enum(['optional', 'required'], { error: 'has to be optional or required' }),
    ),
    ADMIN_BREAK_GLASS_EMAIL: z.optional(email),
  }
}

interface Variables<Role extends string = string> {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_LABEL?: string | undefined
  OIDC_EMAILS?: 'verified' | 'trusted' | undefined
  OIDC_GROUPS?: { group: string; role: Role }[] | undefined
  OIDC_GROUPS_CLAIM?: string | undefined
  ADMIN_SINGLE_SIGN_ON?: 'optional' | 'required' | undefined
  ADMIN_BREAK_GLASS_EMAIL?: string | undefined
}

/** Returns the first missing variable of single sign-on, in words. */
export function missingOfSingleSignOn({ OIDC_GROUPS: _, ...env }: Variables): string | undefined {
  const given = Object.keys(needs).find((name) => env[name as keyof typeof needs] !== undefined)
  const isRequired = env.ADMIN_SINGLE_SIGN_ON === 'required'
  if (given === undefined && !isRequired) return undefined
  const reason = isRequired ? 'ADMIN_SINGLE_SIGN_ON is required' : `${given} is set`
  const breakGlass = { ADMIN_BREAK_GLASS_EMAIL: 'the email of the one administrator who keeps a password' }
  return missingOf({ ...env }, { ...needs, ...(isRequired && breakGlass) }, reason)
}

export type SingleSignOnSettings<Role extends string = string> = NonNullable<
  ReturnType<typeof singleSignOnSettings<Role>>
>

/** Returns the settings of single sign-on; all variables are present, or none. */
export function singleSignOnSettings<Role extends string>(env: Variables<Role>) {
  if (env.OIDC_ISSUER === undefined) return undefined
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    /** Follows 'Sign in with'. */
    label: env.OIDC_LABEL ?? 'your company account',
    /** The provider's emails count without `email_verified`. */
    trustsEmails: env.OIDC_EMAILS === 'trusted',
    /** The roles of groups; the first that a person has counts. Empty: invitations decide. */
    groups: env.OIDC_GROUPS ?? [],
    groupsClaim: env.OIDC_GROUPS_CLAIM ?? 'groups',
    isRequired: env.ADMIN_SINGLE_SIGN_ON === 'required',
    breakGlassEmail: env.ADMIN_BREAK_GLASS_EMAIL?.toLowerCase(),
  }
}

/** Returns true if an administrator with this email may not use a password. */
export function refusesPassword(
  settings: Pick<SingleSignOnSettings, 'isRequired' | 'breakGlassEmail'> | undefined,
  email: string,
): boolean {
  return settings?.isRequired === true && email !== settings.breakGlassEmail
}

/** Returns groups with roles. A group may contain '=', a role does not. */
function pairsIn(text: string): [group: string, role: string][] {
  return text.split(',').map((pair) => {
    const [, group = '', role = ''] = /^(.*)=([^=]*)$/.exec(pair) ?? []
    return [group.trim(), role.trim()]
  })
}
