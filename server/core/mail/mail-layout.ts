import { beginningOf } from '#contract/core/visible-text.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import { contentIdOf } from './mail.ts'
import { darkStyles, drawn } from './mail-colors.ts'
import { formattedHtml, formattedText } from './mail-formatted.ts'

export interface MailContent {
  subject: string
  /** Plain text, one paragraph each. */
  paragraphs: string[]
  /** HTML after the paragraphs, cleaned by `cleanHtml`. */
  formatted?: string
  /** 'Name: value' lines, as a small table. */
  facts?: [name: string, value: string][]
  /** Short sentences, as a list. */
  list?: string[]
  /** An attached picture, shown inside the mail. `alt` says what it shows. */
  picture?: { filename: string; alt: string }
  /** One button. Its address is in the text part, for programs that show no buttons. */
  action?: { label: string; url: string }
  /** A code's digits, printed large below these words. */
  code?: { label: string; digits: string }
  closing?: string[]
  links?: { label: string; url: string }[]
  /** The words that a list of mails shows beside the subject; by default the first sentences and facts. */
  preheader?: string
  /** The name on top; name and contact in small letters at the end. The outbox adds it to every mail. */
  sender?: MailSender
  /** The sender's postal address at the end. News needs one (CAN-SPAM Act, 15 U.S.C. 7704(a)(5)). */
  postalAddress?: string
}

export interface MailSender {
  name: string
  contact: string
  /** The looks on top and of the button; absent: those of the design. */
  brand?: { name?: string; logoUrl?: string; mainColor?: string; bandColor?: string }
}

/** Returns a subject as one header line, whatever was typed. */
export function subjectLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Lays a mail out as HTML and as text. */
export function layOutMail(content: MailContent): { subject: string; html: string; text: string } {
  return { subject: subjectLine(content.subject), html: htmlOf(content), text: textOf(content) }
}

function htmlOf(content: MailContent) {
  const { subject, paragraphs, formatted = '', facts = [], list = [], picture, action, code } = content
  const { closing = [], links = [], sender, postalAddress } = content
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const parts = [
    ...paragraphs.map(paragraph),
    formattedHtml(formatted),
    facts.length > 0
      ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${facts.map(factOf).join('')}</table>`
      : '',
    picture ? pictureOf(picture) : '',
    action ? buttonOf(action, sender?.brand?.mainColor) : '',
    code
      ? `<p style="margin:0 0 4px">${escapeHtml(code.label)}</p><p ${drawn({ color: 'code' }, 'margin:0 0 20px;font-size:30px;letter-spacing:4px;font-weight:700')}>${escapeHtml(code.digits)}</p>`
      : '',
    list.length > 0
      ? `<ul style="margin:0 0 16px;padding-left:22px">${list.map((text) => `<li style="margin:0 0 4px">${escapeHtml(text)}</li>`).join('')}</ul>`
      : '',
    ...closing.map(paragraph),
    ...links.map(linkOf),
  ]
  const page = drawn({ color: 'text', background: 'ground' }, pageStyle)
  const card = drawn({ background: 'card', border: 'line' }, 'border-radius:8px;overflow:hidden')
  const band = sender ? bandOf(sender) : ''
  const foot = sender ? footerOf(sender, postalAddress) : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>${darkStyles}</head><body ${page}>${preheaderOf(content)}<div style="max-width:560px;margin:0 auto;padding:24px 12px"><div ${card}>${band}<div style="padding:24px 20px 8px">${parts.join('')}</div></div>${foot}</div></body></html>`
}

/** The longest words beside a subject in a list of mails. */
const mostPreheader = 120

/** Writes hidden words at the start. The fill keeps the greeting out of the list of mails. */
function preheaderOf({ preheader, paragraphs, formatted = '', facts = [] }: MailContent) {
  const said = [
    ...paragraphs.filter((text) => !/^Hi\b.*,$/.test(text)),
    formattedText(formatted).replaceAll(/\(?https?:\S+/g, ''),
    facts.map(([, value]) => value).join(' · '),
  ]
  const words = (preheader ?? said.filter(Boolean).join(' ')).replaceAll(/\s+/g, ' ').trim()
  const shown =
    words.length > mostPreheader ? `${beginningOf(words, mostPreheader).replace(/ \S*$/, '')} …` : words
  const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all'
  return `<div style="${hidden}">${escapeHtml(shown)}${'&nbsp;&zwnj;'.repeat(60)}</div>`
}

function bandOf({ name, brand = {} }: MailSender) {
  const words = escapeHtml(brand.name || name)
  const style = 'padding:14px 20px;font-size:17px;font-weight:700;overflow-wrap:anywhere'
  // A program that shows no pictures, or not this kind, shows the name in its place.
  const logo = `<img src="${escapeHtml(brand.logoUrl ?? '')}" alt="${words}" height="40" style="display:inline-block;height:40px;max-width:240px;padding:4px 6px;border-radius:6px;background:white;color:#0F1B2D;font-size:17px;font-weight:700">`
  return `<div ${branded('band', brand.bandColor, style)}>${brand.logoUrl ? logo : words}</div>`
}

/** Draws white words on a color of the brand, the same in dark mode, or on that of the design. */
function branded(background: 'band' | 'button', color: string | undefined, style: string) {
  return color
    ? drawn({ color: 'label' }, `background:${color};${style}`)
    : drawn({ color: 'label', background }, style)
}

/** A longer name than this stands above its value: beside it, both would be too narrow on a phone. */
const longestBeside = 18

function factOf([name, value]: [string, string]) {
  const muted = (style: string) => drawn({ color: 'muted' }, style)
  const strong = 'font-weight:600;overflow-wrap:anywhere'
  return name.length > longestBeside
    ? `<tr><td colspan="2" style="padding:4px 0 8px"><span ${muted('')}>${escapeHtml(name)}</span><br><span style="${strong}">${escapeHtml(value)}</span></td></tr>`
    : `<tr><td ${muted('padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap')}>${escapeHtml(name)}</td><td style="padding:4px 0;${strong}">${escapeHtml(value)}</td></tr>`
}

/** Draws an attached picture, dark on white also in dark mode, because a scanner reads it. */
function pictureOf({ filename, alt }: { filename: string; alt: string }) {
  return `<p style="margin:0 0 20px"><img src="cid:${escapeHtml(contentIdOf(filename))}" alt="${escapeHtml(alt)}" width="240" height="240" style="display:block;width:240px;height:240px;background:white"></p>`
}

const pageStyle =
  'margin:0;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5'

function buttonOf({ label, url }: { label: string; url: string }, color: string | undefined) {
  const button = branded(
    'button',
    color,
    'display:inline-block;text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px',
  )
  return `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" ${button}>${escapeHtml(label)}</a></p>`
}

function footerOf({ name, contact }: MailSender, postalAddress = '') {
  const small = drawn(
    { color: 'muted' },
    'margin:16px 0 0;text-align:center;font-size:13px;overflow-wrap:anywhere',
  )
  const lines = [name, contact, postalAddress].filter(Boolean).map(escapeHtml)
  return `<p ${small}>${lines.join('<br>')}</p>`
}

function linkOf({ label, url }: { label: string; url: string }) {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" ${drawn({ color: 'link' })}>${escapeHtml(label)}</a></p>`
}

function textOf(content: MailContent) {
  const { paragraphs, formatted = '', facts = [], list = [], action, code } = content
  const { closing = [], links = [], sender, postalAddress = '' } = content
  return [
    ...paragraphs,
    formattedText(formatted),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    code ? `${code.label} ${code.digits}` : '',
    list.map((text) => `- ${text}`).join('\n'),
    ...closing,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    sender ? [sender.name, sender.contact, postalAddress].filter(Boolean).join('\n') : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
