import { expect, test } from 'vitest'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { withoutSecrets } from '#server/foundation/mails/mail-copy.ts'
import { mailSamples } from './mail-samples.ts'

test('the samples show every email of the portal', () => {
  // server/foundation/mails/ words no email itself.
  const files = import.meta.glob<object>(['../server/*/*/mails.ts', '!../server/foundation/mails/*'], {
    eager: true,
  })
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
    // Formatted text: an item's sign, and the address behind a link.
    const plain = line.replace(/^ *(?:-|\d+\.) /, '').replaceAll(/ \(https?:[^)]*\)/g, '')
    const words = plain.split(/(?<=:) /).filter((part) => !part.endsWith(':'))
    for (const part of words) expect(readable(html)).toContain(part.replace(/:$/, ''))
  }
})

const codes = /Yk3n8Qw2-sample-code-Vb7Rz|40718265|00000000-0000-4000-8000-000000000017/

test.each(samples)("an administrator's copy of the sample %s has all words and no code", (_, content) => {
  const laidOut = layOutMail(content)
  const copy = withoutSecrets({ ...laidOut, isSecret: laidOut.text.includes('40718265') })
  expect(copy.html + copy.text).not.toMatch(codes)
  expect(copy.html).not.toContain('href')
  expect(copy.isShortened).toBe(codes.test(laidOut.text))
  for (const paragraph of content.paragraphs) expect(copy.text).toContain(paragraph)
})

/** Decodes character references, with tags for the addresses of links, and without for formatted words. */
function readable(html: string): string {
  const words = html.replaceAll(/<[^>]*>/g, '')
  return `${html} ${words}`.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
