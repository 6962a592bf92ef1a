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

test.each([
  ['<a href=javascript:j>j</a>k<a href=https://e.com>l</a>m', 'jk<a href="https://e.com">l</a>m'],
  ['<a></a><li>x', '<li>x</li>'],
  ['<a href=//e.com><p>x</a>y', '<p>x</p>y'],
  ['<p><a>x<a href="https://e.com">y</p>z', '<p>x<a href="https://e.com">y</a></p>z'],
])('links with and without a target end where they began: %s', (html, kept) => {
  expect(cleanHtml(html)).toBe(kept)
})

test('each tag that is kept is closed, in any mix', () => {
  const pieces = ['<a href=javascript:x>', '<a href=https://e.com>', '<a>', '</a>', '</span>', '<span>']
  pieces.push('<p>', '</p>', '<li>', '</li>', '<b>', '</b>', 'x')
  // Each number in base `pieces.length` is another mix.
  for (let mix = 0; mix < pieces.length ** 4; mix += 7) {
    const places = [0, 1, 2, 3].map((place) => Math.floor(mix / pieces.length ** place) % pieces.length)
    const kept = cleanHtml(places.map((place) => pieces[place]).join(''))
    const open: (string | undefined)[] = []
    for (const [, end, tag] of kept.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
      if (end) expect([kept, open.pop()]).toEqual([kept, tag])
      else open.push(tag)
    }
    expect([kept, open]).toEqual([kept, []])
  }
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
