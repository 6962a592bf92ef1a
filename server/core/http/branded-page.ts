import { defaultPortalName, portalNamePlace } from '#contract/core/portal-name.ts'
import { escapeHtml } from '#server/core/escape-html.ts'

/** The name among meta elements of the looks that a page gets. */
export const brandMeta = 'brand'

/** A page's brand; '' keeps the value of the build. */
export interface PageBrand {
  name: string
  /** The logo's address. */
  logo: string
  /** The address of the icon made of the logo. */
  icon: string
  bandColor: string
  /** Rules for its head. */
  styles: string
}

/** The address of the manifest with the brand. Without one, pages name that of the build. */
export const manifestPath = '/manifest.webmanifest'

const logoOfBuild = /(<img [^>]*?src=")[^"]*\/mark\.svg"/g
const bandOfBuild = '<meta name="theme-color" content="#0b2545"'

/**
 * Returns a page with its brand, so that no other one is painted first. Without one, it gets the name of the build. The page's
 * code reads the name and the logo from the head and renders the same.
 */
export function brandedPage(html: string, brand: PageBrand | undefined): string {
  const named = html.replaceAll(portalNamePlace, () => escapeHtml(brand?.name || defaultPortalName))
  return brand ? withLooks(named, brand) : named
}

function withLooks(html: string, { name, logo, icon, bandColor, styles }: PageBrand): string {
  const facts = [
    ...(name ? [`<meta name="portal-name" content="${escapeHtml(name)}">`] : []),
    ...(logo ? [`<meta name="portal-logo" content="${escapeHtml(logo)}">`] : []),
    ...(styles ? [`<style>${styles}</style>`] : []),
  ]
  const marked = logo
    ? html.replace(logoOfBuild, (_, before: string) => `${before}${escapeHtml(logo)}"`)
    : html
  const banded = bandColor ? marked.replace(bandOfBuild, bandOfBuild.replace('#0b2545', bandColor)) : marked
  const manifested = banded.replace(
    /<link rel="manifest"[^>]*>/,
    `<link rel="manifest" href="${manifestPath}">`,
  )
  return withIcon(manifested, escapeHtml(icon)).replace('</head>', () => `${facts.join('')}</head>`)
}

function withIcon(html: string, icon: string): string {
  if (!icon) return html
  return html
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${icon}" type="image/png">`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, () => `<link rel="apple-touch-icon" href="${icon}">`)
}

interface Manifest {
  name: string
  short_name: string
  theme_color: string
  icons: { src: string; type?: string }[]
}

/** Returns the manifest of the build, which is in the `folder` of this address, with the brand. */
export function brandedManifest(built: string, folder: string, brand: PageBrand | undefined): Manifest {
  const { icons, ...manifest } = JSON.parse(built) as Manifest
  return {
    ...manifest,
    ...(brand?.name && { name: brand.name, short_name: brand.name }),
    ...(brand?.bandColor && { theme_color: brand.bandColor }),
    icons: brand?.icon
      ? [{ src: brand.icon, type: 'image/png' }]
      : icons.map((icon) => ({ ...icon, src: `${folder}/${icon.src}` })),
  }
}
