import { expect, test } from 'vitest'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { mailSamples } from './mail-samples.ts'

test('every mail of the product is shown', () => {
  // server/mails/ words no email itself.
  const files = import.meta.glob<object>(['../server/*/mails.ts', '!../server/mails/*'], { eager: true })
  const worded = Object.values(files).flatMap((exports) => Object.keys(exports))
  expect(Object.keys(mailSamples).sort()).toEqual(worded.sort())
})

const samples = Object.values(mailSamples).flatMap((forms) => Object.entries(forms))

test('no two are called the same', () => {
  expect(new Set(samples.map(([name]) => name)).size).toBe(samples.length)
})

test.each(samples)('%s says the same as HTML and as text', (_, content) => {
  const { subject, html, text } = layOutMail(content)
  expect(subject).not.toMatch(/undefined|null|\[object/)
  expect(text).not.toMatch(/undefined|null|\[object/)
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const words = line.split(/(?<=:) /).filter((part) => !part.endsWith(':'))
    for (const part of words) expect(readable(html)).toContain(part.replace(/:$/, ''))
  }
})

/** Decodes character references, also in link addresses. */
function readable(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
