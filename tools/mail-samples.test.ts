import { expect, test } from 'vitest'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { mailSamples } from './mail-samples.ts'

test('the samples show every email of the portal', () => {
  // server/mails/ words no email itself.
  const files = import.meta.glob<object>(['../server/*/mails.ts', '!../server/mails/*'], { eager: true })
  const worded = Object.values(files).flatMap((exports) => Object.keys(exports))
  expect(Object.keys(mailSamples).sort()).toEqual(worded.sort())
})

const samples = Object.values(mailSamples).flatMap((forms) => Object.entries(forms))

test('no two samples have the same name', () => {
  expect(new Set(samples.map(([name]) => name)).size).toBe(samples.length)
})

test.each(samples)('the sample %s has the same content as HTML and as text', (_, content) => {
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
