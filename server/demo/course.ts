import { escapeHtml } from '#server/core/escape-html.ts'
import type { CompanyKey } from './companies.ts'

/** A talk of the demo season; its texts are plain. */
export interface Course {
  by: CompanyKey
  title: string
  about: string
  /** What somebody takes home. */
  points: readonly string[]
}

/** The course description as HTML. */
export function courseHtml({ about, points }: Course): string {
  const items = points.map((point) => `<li>${escapeHtml(point)}</li>`).join('')
  return `<p>${escapeHtml(about)}</p><p><strong>You take home</strong></p><ul>${items}</ul>`
}
