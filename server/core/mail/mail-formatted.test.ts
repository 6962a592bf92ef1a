import { expect, test } from 'vitest'
import { nastyHtml } from '#test/nasty-html.ts'
import { cleanHtml } from '../clean-html.ts'
import { formattedText } from './mail-formatted.ts'
import { layOutMail } from './mail-layout.ts'

test.each([
  ['paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
  ['a line break', '<p>a<br />b</p>', 'a\nb'],
  ['signs', '<p>1 &lt; 2 &amp;&amp; &#39;a&#39;</p>', "1 < 2 && 'a'"],
  ['a list', '<p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul><p>d</p>', 'a\n\n- b\n- c\n\nd'],
  ['a numbered list', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  [
    'a list in a list',
    '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p></li></ul>',
    '- a\n  1. b\n- c',
  ],
  ['a link', '<p><a href="https://a.example/?a&amp;b">page</a>.</p>', 'page (https://a.example/?a&b).'],
  ['a link of its address', '<p><a href="https://a.example">https://a.example</a></p>', 'https://a.example'],
  ['an email', '<p><a href="mailto:pat@example.com">Pat</a></p>', 'Pat (pat@example.com)'],
  ['a heading', '<h3>a</h3><p><strong>b</strong> c</p>', 'a\n\nb c'],
])('%s of a formatted text stays readable without HTML', (_, html, text) => {
  expect(formattedText(html)).toBe(text)
})

test('a formatted text comes after the paragraphs, with the styles of an email', () => {
  const { html, text } = layOutMail({
    subject: 'Hello',
    paragraphs: ['Hi Pat,'],
    formatted: '<p>See <a href="https://a.example">this</a></p><blockquote><p>Words</p></blockquote>',
    closing: ['Goodbye'],
  })
  expect(text).toBe('Hi Pat,\n\nSee this (https://a.example)\n\nWords\n\nGoodbye')
  expect(html).toContain('<p style="margin:0 0 16px">See <a class="c-link"')
  expect(html).toContain('<blockquote class="c-muted"')
})

test.each(nastyHtml)('%s stays harmless in an email', (_, nasty) => {
  const { html } = layOutMail({ subject: 'a', paragraphs: [], formatted: cleanHtml(nasty) })
  const card = html.slice(html.indexOf('padding:28px'))
  expect(card).not.toMatch(/<(?!\/?(?:p|br|strong|em|u|s|ul|ol|li|a|h3|h4|blockquote|div|body|html)[\s>/])/)
  expect(card).not.toMatch(/<[^>]*\son\w+=/i)
})
