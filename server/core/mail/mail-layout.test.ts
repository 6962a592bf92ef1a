import { expect, test } from 'vitest'
import { mailColors, mailContrasts } from './mail-colors.ts'
import { layOutMail } from './mail-layout.ts'

test.each(mailContrasts)('%s on %s has enough contrast in light and dark mode', (text, ground) => {
  for (const scheme of ['light', 'dark'] as const) {
    const contrast = contrastOf(mailColors[text][scheme], mailColors[ground][scheme])
    expect([scheme, contrast >= 4.5, contrast]).toEqual([scheme, true, contrast])
  }
})

test('a mail declares dark mode, and gives every color a dark variant', () => {
  const { html } = layOutMail({
    subject: 'Hello',
    paragraphs: ['Hello'],
    facts: [['Event', 'Piston']],
    action: { label: 'Open', url: 'https://portal.example.com' },
    code: { label: 'Enter this code:', digits: '1234 5678' },
    closing: ['Goodbye'],
    links: [{ label: 'More', url: 'https://portal.example.com/more' }],
    sender: { name: 'IA Renewal Seminars', contact: 'events@example.com' },
  })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
  const body = html.slice(html.indexOf('<body'))
  const coloured = [...body.matchAll(/<(\w+) ([^>]*style="[^"]*#[^"]*"[^>]*)>/g)]
  expect(coloured.length).toBeGreaterThan(7)
  for (const [, element, attributes = ''] of coloured) {
    const colors = attributes.match(/(?:color|background|border):[^;"]*#/g) ?? []
    const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
    expect([element, attributes, classes.length]).toEqual([element, attributes, colors.length])
  }
})

test('a mail names its sender on top and at the end, and says the news in the list of mails', () => {
  const { html, text } = layOutMail({
    subject: 'Hello',
    paragraphs: ['Hi Pat,', 'A seat is available for you.'],
    facts: [['Event', 'Piston']],
    list: ['Bring a photo ID.', 'Come early.'],
    action: { label: 'Open', url: 'https://portal.example.com/offer' },
    sender: { name: 'IA Renewal Seminars', contact: 'events@example.com' },
    postalAddress: '1 Airport Road',
  })
  const words = html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '|')
  expect(words).toMatch(/^\|+A seat is available for you\. Piston&nbsp;/)
  expect(words).toMatch(
    /IA Renewal Seminars\|+Hi Pat,.*IA Renewal Seminars\|events@example\.com\|1 Airport Road\|/,
  )
  expect(html.match(/<li /g)).toHaveLength(2)
  expect(text).toContain('- Bring a photo ID.\n- Come early.')
  // The address stands behind the button, and in the text part.
  expect(words).not.toContain('https://')
  expect(text).toContain('Open: https://portal.example.com/offer')
})

/** Returns WCAG 2's contrast. */
function contrastOf(one: string, other: string) {
  const [bright = 0, dim = 0] = [one, other].map(luminanceOf).sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

function luminanceOf(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
