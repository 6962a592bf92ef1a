import { describe, expect, test } from 'vitest'
import { longest } from '#contract/core/fields.ts'
import { nastyHtml } from '#test/nasty-html.ts'
import { cleanHtml } from './clean-html.ts'

describe('only allowed markup is kept from', () => {
  test.each(nastyHtml)('%s', (_, html, kept) => {
    expect(cleanHtml(html)).toBe(kept)
    expect(cleanHtml(kept)).toBe(kept)
  })
})

test('allowed markup stays as it is', () => {
  const html =
    '<h3>Title</h3><p>It\'s <strong>bold</strong>, <em>slanted</em>, <u>lined</u> &amp; <s>struck</s><br />§ 91.417 “so”</p><h4>Part</h4><ul><li><p>one</p><ol><li>two</li></ol></li></ul><blockquote><p><a href="https://a.example/?b=1&amp;c=2#d">page</a> <a href="mailto:pat@a.example">mail</a></p></blockquote>'
  expect(cleanHtml(html)).toBe(html)
})

test('markup that is nested too deep keeps its text', () => {
  const kept = cleanHtml(`${'<blockquote>'.repeat(1_500)}deep`)
  expect(kept.match(/<blockquote>/g)?.length).toBeLessThan(30)
  expect(kept).toContain('deep')
})

test.each(['<', '<p>', '</p>', '<a href="', '<!--', '&', '<p a=b ', '<svg>', '<ul><li>'])(
  'the longest text of %s is cleaned within two seconds',
  (piece) => {
    const began = performance.now()
    cleanHtml(piece.repeat(longest.html / piece.length))
    expect(performance.now() - began).toBeLessThan(2_000)
  },
)
