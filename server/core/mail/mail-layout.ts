import { escapeHtml } from '#server/core/escape-html.ts'
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
  /** One button, with its address below for programs that show no buttons. */
  action?: { label: string; url: string }
  /** A code's digits, printed large below these words. */
  code?: { label: string; digits: string }
  closing?: string[]
  links?: { label: string; url: string }[]
  /** The sender in small letters at the end: name and contact. */
  sender?: MailSender
}

export interface MailSender {
  name: string
  contact: string
}

/** Returns a subject as one header line, whatever was typed. */
export function subjectLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Lays a mail out as HTML and as text. */
export function layOutMail(content: MailContent): { subject: string; html: string; text: string } {
  return { subject: subjectLine(content.subject), html: htmlOf(content), text: textOf(content) }
}

function htmlOf({
  subject,
  paragraphs,
  formatted = '',
  facts = [],
  action,
  code,
  closing = [],
  links = [],
  sender,
}: MailContent): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const row = ([name, value]: [string, string]) =>
    `<tr><td ${drawn({ color: 'muted' }, 'padding:4px 16px 4px 0;vertical-align:top')}>${escapeHtml(name)}</td><td style="padding:4px 0;font-weight:600;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
  const parts = [
    ...paragraphs.map(paragraph),
    formattedHtml(formatted),
    facts.length > 0
      ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${facts.map(row).join('')}</table>`
      : '',
    action ? buttonOf(action) : '',
    code
      ? `<p style="margin:0 0 4px">${escapeHtml(code.label)}</p><p ${drawn({ color: 'code' }, 'margin:0 0 20px;font-size:30px;letter-spacing:4px;font-weight:700')}>${escapeHtml(code.digits)}</p>`
      : '',
    ...closing.map(paragraph),
    ...links.map(linkOf),
  ]
  const page = drawn({ color: 'text', background: 'ground' }, pageStyle)
  const card = drawn({ background: 'card', border: 'line' }, 'border-radius:8px;padding:28px 28px 12px')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>${darkStyles}</head><body ${page}><div style="max-width:560px;margin:0 auto;padding:32px 24px"><div ${card}>${parts.join('')}</div>${sender ? footerOf(sender) : ''}</div></body></html>`
}

const pageStyle =
  'margin:0;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5'

function buttonOf({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  const button = drawn(
    { color: 'label', background: 'button' },
    'display:inline-block;text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px',
  )
  const written = drawn({ color: 'muted' }, 'margin:0 0 20px;font-size:13px;word-break:break-all')
  return `<p style="margin:0 0 12px"><a href="${address}" ${button}>${escapeHtml(label)}</a></p><p ${written}>${address}</p>`
}

function footerOf({ name, contact }: MailSender): string {
  const small = drawn(
    { color: 'muted' },
    'margin:16px 0 0;text-align:center;font-size:13px;overflow-wrap:anywhere',
  )
  return `<p ${small}>${escapeHtml(name)}<br>${escapeHtml(contact)}</p>`
}

function linkOf({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" ${drawn({ color: 'link' })}>${escapeHtml(label)}</a></p>`
}

function textOf({
  paragraphs,
  formatted = '',
  facts = [],
  action,
  code,
  closing = [],
  links = [],
  sender,
}: MailContent): string {
  return [
    ...paragraphs,
    formattedText(formatted),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    code ? `${code.label} ${code.digits}` : '',
    ...closing,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    sender ? `${sender.name}\n${sender.contact}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
