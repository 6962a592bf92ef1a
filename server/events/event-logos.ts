import { companyMessages } from '#contract/sponsors/company-fields.ts'
import { isStored } from '#server/core/files/stored-files.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'

/** Refuses, at its field, the logo of an event, sponsor or speaker that is not stored here. */
export async function refuseLostLogo(tx: Tx, logo: string, field = 'logo'): Promise<void> {
  if (!(await isStored(tx, logo))) refuseFields({ [field]: companyMessages.lostLogo })
}
