import { paths } from '#contract/core/paths.ts'
import type { Config } from '#server/config.ts'
import { hashPassword } from '#server/core/identity/passwords.ts'
import { givePassword } from '#server/people/identity/identity.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { ensureAdministrator } from './administrators.ts'

/** The person of ADMIN_EMAIL, and if this start gave them the password. */
export interface FirstAdministrator {
  is: Awaited<ReturnType<typeof ensureAdministrator>>
  isPasswordNew: boolean
}

/** Makes the person of ADMIN_EMAIL an administrator with a password, if the start of a portal may. */
export async function ensureFirstAdministrator(services: Services): Promise<FirstAdministrator> {
  const { config } = services
  const { email, password } = config.admin
  const passwordHash = await hashPassword(password)
  return write(services, undefined, async (work) => {
    const is = await ensureAdministrator(work, config.admin)
    const mayNeedPassword = config.identity.provider === 'embedded' && is !== 'person'
    return { is, isPasswordNew: mayNeedPassword && (await givePassword(work, email, passwordHash)) }
  })
}

/** Returns the printed lines about the panel and its first administrator. */
export function administrationLines(config: Config, { is, isPasswordNew }: FirstAdministrator): string[] {
  const { publicUrl, admin } = config
  const line = `Administration:       ${publicUrl}${paths.admin()}   `
  if (is === 'person') {
    return [
      line,
      admin.isEmailGiven
        ? `${admin.email} (ADMIN_EMAIL) is not an administrator. Others are.`
        : 'There are administrators already, so none was added. ADMIN_EMAIL is not set.',
    ]
  }
  return [
    `${line}${admin.email} / ${passwordOf(config, isPasswordNew)}`,
    ...(is === 'promoted' ? [`${admin.email} had an account already, and is an administrator now.`] : []),
  ]
}

/** Returns words for the administrator's password, or for where to choose it. */
function passwordOf(config: Config, isNew: boolean) {
  const { publicUrl, admin, identity } = config
  const chosenAt = publicUrl + paths.adminForgotPassword()
  if (identity.provider === 'firebase')
    return `the password at Firebase (none yet, or forgotten? ${chosenAt})`
  // On a server, a journal would keep the password for months.
  const isShown = config.isPrivate || process.stdout.isTTY
  if (isNew && !admin.isPasswordGiven) return isShown ? admin.password : `choose a password at ${chosenAt}`
  return admin.isPasswordGiven ? 'the password you chose' : `the password you chose (forgotten? ${chosenAt})`
}
