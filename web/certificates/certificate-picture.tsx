import { useEffect, useState } from 'react'
import { type CertificateMark, certificateMarks } from '#contract/certificates/marks.ts'
import {
  type CertificateWords,
  compass,
  compassTicks,
  frame,
  pageColors,
  pageSize,
} from '#contract/certificates/page.ts'
import styles from './certificate-picture.module.css'
import { CertificateText } from './certificate-text.tsx'

interface Props {
  words: CertificateWords
  /** Where the signature is served; '': there is none. */
  signature: string
  /** What it is a picture of. */
  label: string
}

const { width, height } = pageSize

/** A certificate as its PDF will look: every mark where the PDF has it, in the browser's own letters. */
export function CertificatePicture({ words, signature, label }: Props) {
  useFonts()
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles.page}>
      <Frame />
      {certificateMarks(words).map((mark) => (
        <Mark key={keyOf(mark)} mark={mark} signature={signature} />
      ))}
    </svg>
  )
}

function Mark({ mark, signature }: { mark: CertificateMark; signature: string }) {
  switch (mark.kind) {
    case 'text':
      return <CertificateText text={mark.text} place={mark.place} />
    case 'row': {
      const { x, y, size, color } = mark.place
      return (
        <text x={x} y={y} fontSize={size} fill={color} textAnchor="middle" className={styles.row}>
          {mark.parts.map(([text, style]) => (
            <tspan key={text} className={styles[style]}>
              {text}
            </tspan>
          ))}
        </text>
      )
    }
    case 'rule':
      return <path d={`M${mark.from} ${mark.y}H${mark.to}`} stroke={mark.color} strokeWidth={mark.line} />
    case 'divider':
      return <path d={`M${mark.x} ${mark.top}V${mark.bottom}`} stroke={pageColors.border} strokeWidth={0.8} />
    case 'signature': {
      const { kind: _, ...box } = mark
      return signature && <image {...box} href={signature} preserveAspectRatio="xMinYMax meet" />
    }
    case 'qr':
      return <QrPlace {...mark} />
  }
}

/** Where the code will be: a picture of one that leads nowhere would be scanned all the same. */
function QrPlace({ x, y, side, color }: { x: number; y: number; side: number; color: string }) {
  const eye = side / 4
  const corners = [
    [x, y],
    [x + side - eye, y],
    [x, y + side - eye],
  ] as const
  return (
    <g fill="none" stroke={color}>
      <rect x={x} y={y} width={side} height={side} fill={pageColors.mist} stroke="none" />
      {corners.map(([left, top]) => (
        <g key={`${left} ${top}`}>
          <rect x={left + 2} y={top + 2} width={eye - 4} height={eye - 4} strokeWidth={4} />
          <rect x={left + 8} y={top + 8} width={eye - 16} height={eye - 16} fill={color} stroke="none" />
        </g>
      ))}
      <text
        x={x + side / 2}
        y={y + side / 2 + 3}
        fontSize={9}
        fill={pageColors.muted}
        stroke="none"
        textAnchor="middle"
        className={styles.body}
      >
        QR code
      </text>
    </g>
  )
}

const { mist, navy, border } = pageColors

function Frame() {
  const { x, y, radius, ringGap } = compass
  const { outer, inner, corner } = frame
  const corners = [outer, width - outer].flatMap((x) => [outer, height - outer].map((y) => [x, y] as const))
  const ticks = compassTicks().map(([from, to]) => `M${from.join(' ')}L${to.join(' ')}`)
  return (
    <g fill="none">
      <rect width={width} height={height} fill="#fff" />
      <g stroke={mist} strokeWidth={1.2}>
        <path d={ticks.join('')} />
        <circle cx={x} cy={y} r={radius} />
        <circle cx={x} cy={y} r={radius + ringGap} />
      </g>
      <Box inset={outer} stroke={navy} strokeWidth={1.4} />
      <Box inset={inner} stroke={border} strokeWidth={0.6} />
      {corners.map(([left, top]) => (
        <rect
          key={`${left} ${top}`}
          x={left - corner}
          y={top - corner}
          width={2 * corner}
          height={2 * corner}
          fill={navy}
        />
      ))}
    </g>
  )
}

function Box({ inset, ...line }: { inset: number; stroke: string; strokeWidth: number }) {
  return <rect x={inset} y={inset} width={width - 2 * inset} height={height - 2 * inset} {...line} />
}

/** What a text measures is known once its letters have arrived. */
function useFonts(): void {
  const [, setArrived] = useState(false)
  useEffect(() => {
    const fonts = ['600 40px "Certificate serif"', '600 10px "Inter Variable"', '10px "Inter Variable"']
    void Promise.all(fonts.map((font) => document.fonts.load(font)))
      .catch(() => undefined)
      .then(() => setArrived(true))
  }, [])
}

function keyOf(mark: CertificateMark): string {
  switch (mark.kind) {
    case 'text':
    case 'row':
      return `${mark.place.x} ${mark.place.y}`
    case 'rule':
      return `rule ${mark.from} ${mark.y}`
    case 'divider':
      return `divider ${mark.x}`
    default:
      return mark.kind
  }
}
