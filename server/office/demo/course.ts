import { escapeHtml } from '#server/core/escape-html.ts'
import type { CompanyKey } from './companies.ts'

/** A talk of the demo season, in plain text. */
export interface Course {
  by: CompanyKey
  title: string
  about: string
  /** The lessons of the talk. */
  points: readonly string[]
}

/** Returns the course description as HTML. */
export function courseHtml({ about, points }: Course): string {
  const items = points.map((point) => `<li>${escapeHtml(point)}</li>`).join('')
  return `<p>${escapeHtml(about)}</p><p><strong>You take home</strong></p><ul>${items}</ul>`
}
