import type { Picture } from '@portal/typesetting/picture'
import { preparePicture } from '@portal/typesetting/prepared-picture'
import { findBrand, findLogoBytes } from '#server/foundation/brands/queries.ts'
import { getProvider } from '#server/foundation/training-providers/queries.ts'
import type { Services } from '#server/services.ts'

/** Four pixels per point of its place on a ticket. */
const finest = { width: 640, height: 136 }

/** Returns the name and logo on tickets: the portal's own, or else the training provider's name alone. */
export async function findTicketBrand(
  services: Pick<Services, 'db' | 'config'>,
): Promise<{ providerName: string; logo: Picture | undefined }> {
  const { portalName } = await findBrand(services.db)
  const { name } = await getProvider(services)
  const bytes = await findLogoBytes(services.db)
  return { providerName: portalName || name, logo: bytes && (await preparePicture(bytes, finest)) }
}
