import type { Config } from './config.ts'
import type { Logger } from './core/log.ts'
import { guardedMail } from './core/mail/guarded-mail.ts'
import type { MailTransport } from './core/mail/mail.ts'
import type { SingleSignOn } from './core/single-sign-on/single-sign-on.ts'
import type { WebinarPlatform } from './core/webinar-platform/webinar-platform.ts'
import { openGotoWebinar } from './integrations/goto/goto-webinar.ts'
import { openMailService } from './integrations/http-mail/http-mail.ts'
import { openOpenIdConnect } from './integrations/openid-connect/openid-connect.ts'
import { openSmtp } from './integrations/smtp/smtp.ts'
import { openZoom } from './integrations/zoom/zoom.ts'

/** The mailbox has no limit; so many mails share each statement. */
const mailboxAtOnce = 120

/** Opens the webinar platform. `openEmbedded` comes from the caller, because the embedded one is a noun. */
export function openPlatform(
  settings: Config['webinars'],
  clock: () => Date,
  openEmbedded: () => WebinarPlatform,
): WebinarPlatform {
  switch (settings.platform) {
    case 'embedded':
      return openEmbedded()
    case 'zoom':
      return openZoom(settings, { clock })
    case 'gotowebinar':
      return openGotoWebinar(settings, { clock })
  }
}

/** `mailbox:` stores mails, `smtp://…` and `smtps://…` send them, `https://…` passes them to the HTTP mail service. */
export function openTransport(mailUrl: string): MailTransport {
  if (/^smtps?:/.test(mailUrl)) return guardedMail(openSmtp(mailUrl))
  if (/^https?:/.test(mailUrl)) return guardedMail(openMailService(mailUrl))
  // The outbox table is the mailbox: a mail in it has arrived.
  return guardedMail({ atOnce: mailboxAtOnce, send: async () => {}, close: () => {} })
}

/** Returns undefined if the settings name no provider. It is first called by the first sign-in. */
export function openSingleSignOn(
  { singleSignOn, publicUrl }: Pick<Config, 'singleSignOn' | 'publicUrl'>,
  log: Logger,
): SingleSignOn | undefined {
  return singleSignOn && openOpenIdConnect(singleSignOn, { publicUrl, log })
}
