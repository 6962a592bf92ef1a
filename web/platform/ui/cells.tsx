interface LineProps {
  text: string
  /** Whether its figures stand one under the other. */
  isFigure?: boolean
}

/** One line of a cell; what does not fit is read by pointing at it. */
export function Line({ text, isFigure = false }: LineProps) {
  if (text.trim() === '') return '–'
  return (
    <span title={text} {...(isFigure && { className: 'figures' })}>
      {text}
    </span>
  )
}

/** The cell of a column of texts. */
export function TextCell({ getValue }: { getValue: () => string }) {
  return <Line text={getValue()} />
}
