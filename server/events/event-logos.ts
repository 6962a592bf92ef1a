import { companyMessages } from '#contract/company-fields.ts'
import { isStored } from '#server/platform/files/stored-files.ts'
import { refuseFields } from '#server/platform/http/refusal.ts'
import type { Tx } from '#server/services.ts'

/** Refuses the logo of an event, a sponsor or a speaker that is not kept here (any more), at its field. */
export async function refuseLostLogo(tx: Tx, logo: string, field = 'logo'): Promise<void> {
  if (!(await isStored(tx, logo))) refuseFields({ [field]: companyMessages.lostLogo })
}
