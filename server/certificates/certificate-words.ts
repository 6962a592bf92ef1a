import { rgb } from '@portal/typesetting/notation'
import { qrOperators } from '@portal/typesetting/qr-code'
import type { Sheet } from '@portal/typesetting/sheet'
import type { CertificateMark } from '#contract/certificates/marks.ts'
import { certificateMarks } from '#contract/certificates/marks.ts'
import type { CertificateContent } from './certificate-pdf.ts'

/** Everything a certificate says, from the heading down to the foot. */
export async function drawWords(sheet: Sheet, content: CertificateContent): Promise<void> {
  for (const mark of certificateMarks(content)) await drawMark(sheet, mark, content)
}

async function drawMark(
  sheet: Sheet,
  mark: CertificateMark,
  { signature }: CertificateContent,
): Promise<void> {
  switch (mark.kind) {
    case 'text':
      return sheet.write(mark.text, mark.place)
    case 'row':
      return sheet.writeRow(mark.parts, mark.place)
    case 'rule': {
      const { color, line, from, to, y } = mark
      return sheet.operate(`${rgb(color)} RG ${line} w ${from} ${y} m ${to} ${y} l S`)
    }
    case 'divider':
      return sheet.operate(`${mark.x} ${mark.top} m ${mark.x} ${mark.bottom} l S`)
    case 'signature':
      return signature && sheet.picture(signature, mark)
    case 'qr':
      sheet.operate(qrOperators(mark.text, mark))
      return sheet.link(mark.x, mark.y, mark.side, mark.side, mark.text)
  }
}
