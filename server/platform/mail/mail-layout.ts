import { escapeHtml } from '../escape-html.ts'

export interface MailContent {
  subject: string
  /** Plain text; each becomes a paragraph. */
  paragraphs: string[]
  /** 'Name: value' lines, as a small table. */
  facts?: [name: string, value: string][]
  /** One button; its address is written out below it, for programs that show no buttons. */
  action?: { label: string; url: string }
  /** Printed large and apart: the digits of a code. */
  code?: string
  closing?: string[]
  /** What else can be opened, below everything. */
  links?: { label: string; url: string }[]
}

/** A subject is one header line, whatever was typed into it. */
export function subjectLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Lays a mail out once as HTML and once as text. */
export function layOutMail(content: MailContent): { subject: string; html: string; text: string } {
  return { subject: subjectLine(content.subject), html: htmlOf(content), text: textOf(content) }
}

function htmlOf({
  subject,
  paragraphs,
  facts = [],
  action,
  code,
  closing = [],
  links = [],
}: MailContent): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const row = ([name, value]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#4A5565;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0;font-weight:600;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
  const parts = [
    ...paragraphs.map(paragraph),
    facts.length > 0
      ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${facts.map(row).join('')}</table>`
      : '',
    action ? buttonOf(action) : '',
    code
      ? `<p style="margin:0 0 20px;font-size:30px;letter-spacing:6px;font-weight:700;color:#0B2545">${escapeHtml(code)}</p>`
      : '',
    ...closing.map(paragraph),
    ...links.map(linkOf),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#F5F7FA;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;color:#0F1B2D;font-size:16px;line-height:1.5"><div style="max-width:560px;margin:0 auto;padding:32px 24px"><div style="background:#fff;border:1px solid #CBD5E1;border-radius:8px;padding:28px 28px 12px">${parts.join('')}</div></div></body></html>`
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:0 0 12px"><a href="${address}" style="display:inline-block;background:#1F5796;color:#fff;text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px">${escapeHtml(label)}</a></p><p style="margin:0 0 20px;font-size:13px;color:#4A5565;word-break:break-all">${address}</p>`
}

function linkOf({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:#1F5796">${escapeHtml(label)}</a></p>`
}

function textOf({ paragraphs, facts = [], action, code, closing = [], links = [] }: MailContent): string {
  return [
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    code ?? '',
    ...closing,
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
