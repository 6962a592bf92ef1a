/** The files within a workbook. */
export interface Parts {
  names: string[]
  read(
    name: string,
    opened: OnOpen,
    text: (text: string) => void,
    closed: (tag: string) => void,
  ): Promise<void>
}
type OnOpen = (tag: string, attributes: Record<string, string>) => void

/** Returns the texts that a workbook's cells share, by their numbers. */
export async function readStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = []
  const text = collectText((tag) => tag === 't')
  await parts.read('xl/sharedStrings.xml', text.opened, text.said, (tag) => {
    text.closed(tag)
    if (tag === 'si') strings.push(text.take())
  })
  return strings
}

/** Collects the text of certain tags, without the readings of Japanese words. */
export function collectText(isWanted: (tag: string) => boolean) {
  let said = ''
  let isOpen = false
  let isReading = false
  return {
    opened(tag: string) {
      if (tag === 'rPh') isReading = true
      isOpen = isWanted(tag) && !isReading
    },
    said(text: string) {
      if (isOpen) said += text
    },
    closed(tag: string) {
      if (tag === 'rPh') isReading = false
      isOpen = false
    },
    take() {
      if (said === '') return ''
      const whole = said.replaceAll(/_x([0-9A-F]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      said = ''
      return whole.replaceAll('\0', '').toWellFormed()
    },
  }
}
