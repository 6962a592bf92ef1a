import { pngPicture } from '#contract/foundation/uploads/calls.ts'
import type { MailSender } from '#server/core/mail/mail-layout.ts'
import type { BrandLooks } from './queries.ts'

/**
 * Returns what emails show of the looks; undefined while nothing is set. A logo needs an https address: mail
 * programs load no other pictures.
 */
export function mailBrandOf(
  { portalName, logo, mainColor, bandColor }: BrandLooks,
  publicUrl: string,
): MailSender['brand'] {
  const hasLogo = logo !== '' && publicUrl.startsWith('https:')
  if (!portalName && !hasLogo && !mainColor && !bandColor) return undefined
  return {
    ...(portalName && { name: portalName }),
    ...(hasLogo && { logoUrl: publicUrl + pngPicture(logo) }),
    ...(mainColor && { mainColor }),
    ...(bandColor && { bandColor }),
  }
}
