import type { Sheet } from '@portal/typesetting/sheet'
import { openSheet } from '@portal/typesetting/sheet'
import { shownHours } from '#contract/events/events/facts.ts'
import { drawFrame, pageSize } from './certificate-frame.ts'
import type { CertificateContent, CertificateContents } from './certificate-pdf.ts'
import { drawLedger } from './certificate-renewal-file.ts'
import { drawWords } from './certificate-words.ts'

/** Draws a certificate or a renewal file as a PDF of landscape Letter pages. Never throws for odd text; equal content gives equal bytes. */
export default async function drawCertificate(contents: CertificateContents): Promise<Uint8Array> {
  const isFile = 'certificates' in contents
  const all = isFile ? contents.certificates : ([contents] as const)
  const [first] = all
  const sheet = openSheet([pageSize.width, pageSize.height])
  if (isFile) await drawLedger(sheet, contents)
  for (const content of all) {
    if (isFile) sheet.nextPage()
    await drawPage(sheet, content)
  }
  // At noon, so the day of issue is the same in every US time zone.
  const issuedAt = new Date(`${first.issuedOn} 12:00 UTC`)
  return sheet.print({
    Title: `${isFile ? `IA renewal file ${contents.period}` : 'Certificate of Completion'} – ${first.personName}`,
    Author: first.providerName,
    Subject: `${hoursOf(all)} of Inspection Authorization refresher training, ${all.map(({ eventName }) => eventName).join(', ')}`,
    Keywords: all.map(({ serial }) => serial).join(', '),
    Creator: 'IA Renewal Portal',
    CreationDate: Number.isNaN(issuedAt.getTime()) ? new Date(0) : issuedAt,
  })
}

async function drawPage(sheet: Sheet, content: CertificateContent) {
  drawFrame(sheet)
  await drawWords(sheet, content)
  const { credential, serial } = content
  if (!credential) return
  sheet.attach({
    name: `certificate-${serial}.jwt`,
    type: 'application/vc+jwt',
    description: `The signed credential of certificate ${serial} (Open Badges 3.0, VC-JWT)`,
    content: credential,
  })
}

function hoursOf(contents: readonly CertificateContent[]) {
  return shownHours(contents.reduce((sum, content) => sum + content.hours, 0))
}
