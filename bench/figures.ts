/** One line of the result. Without a goal it is told for information. */
export interface Figure {
  what: string
  portal: string
  yardstick: string
  /** What is held against the goal: mostly portal / yardstick. */
  value: number
  /** How `value` reads; its two decimals unless told. */
  shown?: string
  goal?: { atLeast: number } | { atMost: number }
}

export function isMet({ value, goal }: Figure): boolean {
  if (!goal) return true
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** A table for the README. */
export function table(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    figure.portal,
    figure.yardstick,
    shown(figure),
    goalOf(figure),
    figure.goal ? (isMet(figure) ? 'met' : '**missed**') : '',
  ])
  const lines = [
    ['', 'portal', 'yardstick', 'ratio', 'goal', ''],
    ['---', '---', '---', '---', '---', '---'],
    ...rows,
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}

function shown({ value, shown }: Figure): string {
  return shown ?? value.toFixed(2)
}

function goalOf({ goal }: Figure): string {
  if (!goal) return 'for information'
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}
