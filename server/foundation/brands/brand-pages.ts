import { shadesOf } from '#contract/foundation/brands/rules.ts'
import { iconPicture, narrowPicture } from '#contract/foundation/uploads/calls.ts'
import type { PageBrand } from '#server/core/http/branded-page.ts'
import type { BrandLooks } from './queries.ts'

/** Returns what pages show of the looks; undefined while nothing is set. */
export function pageBrandOf({
  portalName,
  logo,
  logoRatio,
  mainColor,
  bandColor,
}: BrandLooks): PageBrand | undefined {
  const rules = [
    ...(mainColor ? mainRules(mainColor) : []),
    ...(bandColor ? [`--navy:${bandColor}`, '--on-band:white'] : []),
    ...(logoRatio === null ? [] : [`--logo-ratio:${logoRatio}`, '--logo-ground:white']),
  ]
  if (!portalName && rules.length === 0) return undefined
  return {
    name: portalName,
    logo: logo && narrowPicture(logo),
    icon: logo && iconPicture(logo),
    bandColor,
    // Stronger than the styles of the components, which have one or two classes.
    styles: rules.length > 0 ? `:root:root:root{${rules.join(';')}}` : '',
  }
}

function mainRules(color: string): string[] {
  const shades = shadesOf(color)
  const name = '--mantine-color-brand'
  return [
    `--blue:${color}`,
    ...shades.map((shade, place) => `${name}-${place}:${shade}`),
    `${name}-filled:${color}`,
    `${name}-filled-hover:${shades[7]}`,
    `${name}-light:${shades[0]}`,
    `${name}-light-hover:${shades[1]}`,
    `${name}-outline:${color}`,
    `${name}-outline-hover:${shades[0]}`,
  ]
}
