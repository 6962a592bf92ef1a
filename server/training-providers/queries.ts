import type { Picture } from '@portal/typesetting/picture'
import type { SavedProvider } from '#contract/training-providers/calls.ts'
import type { MailAddress } from '#server/core/mail/mail.ts'
import type { MailSender } from '#server/core/mail/mail-layout.ts'
import { subjectLine } from '#server/core/mail/mail-layout.ts'
import type { Db, Services } from '#server/services.ts'

/** Whoever trains and signs by now: what new certificates and emails say. */
export async function getProvider({ db, config }: Pick<Services, 'db' | 'config'>): Promise<SavedProvider> {
  const row = await db
    .selectFrom('providers')
    .leftJoin('users', 'users.userId', 'providers.savedBy')
    .select(['providerId', 'providerName', 'contact', 'signatoryName', 'signatoryTitle', 'signatureHash'])
    .select(['savedAt'])
    .select(['firstName', 'lastName', 'email'])
    .orderBy('providerId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { providerName, contact, signatoryName, signatoryTitle, signatureHash, savedAt } = row
  return {
    name: providerName,
    contact: contact ?? config.mail.from,
    signatoryName,
    signatoryTitle,
    signature: signatureHash ? `/api/files/${signatureHash.toString('hex')}` : '',
    version: row.providerId,
    savedAt,
    savedBy: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.email ?? ''),
  }
}

/** Who signs emails: the name of `MAIL_FROM`, else the training provider's. */
export async function findSender({ tx, config }: Pick<Services, 'config'> & { tx: Db }): Promise<MailSender> {
  const { providerName, contact } = await tx
    .selectFrom('providers')
    .select(['providerName', 'contact'])
    .orderBy('providerId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { from, fromName } = config.mail
  return { name: fromName ?? providerName, contact: contact ?? from }
}

/** Who emails and calendars are from, with the name of `findSender`. */
export async function findFrom(db: Db, config: Services['config']): Promise<MailAddress> {
  const { name } = await findSender({ tx: db, config })
  return { name: subjectLine(name), address: config.mail.from }
}

/** Which version of the provider is the newest. */
export async function getProviderId(db: Db): Promise<number> {
  const query = db.selectFrom('providers').select((row) => row.fn.max('providerId').as('providerId'))
  return (await query.executeTakeFirstOrThrow()).providerId
}

/** The signature under a certificate, ready to be drawn; undefined where none is kept under that hash. */
export async function findSignature(db: Db, fileHash: Buffer): Promise<Picture | undefined> {
  const row = await db
    .selectFrom('signatures')
    .select(['width', 'height', 'colors', 'opacity'])
    .where('fileHash', '=', fileHash)
    .executeTakeFirst()
  return row && { key: fileHash.toString('hex'), ...row }
}
