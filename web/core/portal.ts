import { defaultPortalName, portalNamePlace } from '#contract/core/portal-name.ts'

/** The portal's name. The server writes it into the page's head, and into its place in what is drawn. */
export const portalName = import.meta.env.SSR
  ? portalNamePlace
  : (contentOf('portal-name') ?? defaultPortalName)

/** The address of the portal's logo; undefined: the mark of the build. */
export const portalLogo = contentOf('portal-logo')

function contentOf(name: string) {
  if (import.meta.env.SSR) return undefined
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
