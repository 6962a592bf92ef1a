import type { MarkPlace } from '#contract/certificates/marks.ts'
import styles from './certificate-picture.module.css'
import { fitWords } from './fitted-words.ts'

/** A text of the certificate, as large as its place allows. */
export function CertificateText({ text, place }: { text: string; place: MarkPlace }) {
  const { style, x, y, color, align, wrapped, tracking = 0 } = place
  const { lines, size } = fitWords(text.trim(), place, (part) => measure(part, style))
  const leading = place.leading ?? size * 1.2
  const firstY = wrapped ? y - ((lines.length - 1) * leading) / 2 : y
  return lines.map((line, index) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      key={index}
      // The space after the last letter is no part of what is centered.
      x={align === 'center' ? x + tracking / 2 : x}
      y={firstY + index * leading}
      fontSize={size}
      fill={color}
      letterSpacing={tracking || undefined}
      textAnchor={align === 'center' ? 'middle' : 'start'}
      className={styles[style]}
    >
      {line}
    </text>
  ))
}

const fonts = {
  display: '600 100px "Certificate serif", serif',
  body: '400 100px "Inter Variable", sans-serif',
  strong: '600 100px "Inter Variable", sans-serif',
}

const canvas = document.createElement('canvas').getContext('2d')

function measure(text: string, style: MarkPlace['style']): number {
  // Where the browser draws on no canvas, letters are about half as wide as high.
  if (!canvas) return text.length / 2
  canvas.font = fonts[style]
  return canvas.measureText(text).width / 100
}
