import { companyMessages } from '#contract/sponsors/company-fields.ts'
import { isStored } from '#server/core/files/stored-files.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'

/** Refuses the logo of an event, a sponsor or a speaker that is not kept here (any more), at its field. */
export async function refuseLostLogo(tx: Tx, logo: string, field = 'logo'): Promise<void> {
  if (!(await isStored(tx, logo))) refuseFields({ [field]: companyMessages.lostLogo })
}
