import type { Picture } from '@portal/typesetting/picture'
import { nameOrEmail } from '#contract/core/names.ts'
import type { SavedProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import type { MailAddress } from '#server/core/mail/mail.ts'
import type { MailSender } from '#server/core/mail/mail-layout.ts'
import { subjectLine } from '#server/core/mail/mail-layout.ts'
import { mailBrandOf } from '#server/foundation/brands/brand-mails.ts'
import { findBrand } from '#server/foundation/brands/queries.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns the training provider for emails and papers: the last saved one, or the default. */
export async function getProvider({ db, config }: Pick<Services, 'db' | 'config'>): Promise<SavedProvider> {
  const row = await db
    .selectFrom('providers')
    .leftJoin('users', 'users.userId', 'providers.savedBy')
    .select(['providerId', 'providerName', 'contact', 'signatoryName', 'signatoryTitle', 'signatureHash'])
    .select(['postalAddress', 'savedAt'])
    .select(['firstName', 'lastName', 'email'])
    .orderBy('providerId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { providerName, contact, signatoryName, signatoryTitle, signatureHash, savedAt } = row
  return {
    name: providerName,
    contact: contact ?? config.mail.from,
    postalAddress: row.postalAddress,
    signatoryName,
    signatoryTitle,
    signature: signatureHash ? `/api/files/${signatureHash.toString('hex')}` : '',
    version: row.providerId,
    savedAt,
    savedBy: nameOrEmail(row),
  }
}

/**
 * Returns the last saved training provider. Before that, name and signatory are empty, because certificates
 * use no defaults.
 */
export async function getSavedProvider(services: Pick<Services, 'db' | 'config'>): Promise<SavedProvider> {
  const newest = await getProvider(services)
  return newest.savedAt === null ? { ...newest, name: '', signatoryName: '' } : newest
}

/** Returns true if the last saved training provider has what certificates need. */
export async function hasCompleteProvider(db: Db): Promise<boolean> {
  const { name, signatoryName, savedAt } = await db
    .selectFrom('providers')
    .select(['providerName as name', 'signatoryName', 'savedAt'])
    .orderBy('providerId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return savedAt !== null && isProviderComplete({ name, signatoryName })
}

/** Returns the training provider's postal address; '' until an administrator enters one. */
export async function findPostalAddress(db: Db): Promise<string> {
  const query = db.selectFrom('providers').select('postalAddress').orderBy('providerId', 'desc').limit(1)
  return (await query.executeTakeFirstOrThrow()).postalAddress.trim()
}

/** Returns the sender's name in emails: from `MAIL_FROM`, else the training provider's. */
export async function findSender({ tx, config }: Pick<Services, 'config'> & { tx: Db }): Promise<MailSender> {
  const { name, contact } = await getProvider({ db: tx, config })
  const brand = mailBrandOf(await findBrand(tx), config.publicUrl)
  return { name: config.mail.fromName ?? name, contact, ...(brand && { brand }) }
}

/** Returns the sender's address of emails and calendars, with the name of `findSender`. */
export async function findFrom(db: Db, config: Services['config']): Promise<MailAddress> {
  const { name } = await findSender({ tx: db, config })
  return { name: subjectLine(name), address: config.mail.from }
}

/** Returns the newest version of the training provider. */
export async function getProviderId(db: Db): Promise<number> {
  const query = db.selectFrom('providers').select((row) => row.fn.max('providerId').as('providerId'))
  return (await query.executeTakeFirstOrThrow()).providerId
}

/** Returns a certificate's signature, ready to draw; undefined if none has this hash. */
export async function findSignature(db: Db, fileHash: Buffer): Promise<Picture | undefined> {
  const row = await db
    .selectFrom('providers')
    .select(['signatureWidth', 'signatureHeight', 'signatureColors', 'signatureOpacity'])
    .where('signatureHash', '=', fileHash)
    .$narrowType<{ signatureWidth: number; signatureHeight: number; signatureColors: Buffer }>()
    .executeTakeFirst()
  if (!row) return undefined
  const { signatureWidth: width, signatureHeight: height, signatureColors: colors } = row
  return { key: fileHash.toString('hex'), width, height, colors, opacity: row.signatureOpacity }
}
