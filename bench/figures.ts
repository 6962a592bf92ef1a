/** A line of the result, or a table's cell. A figure without a goal is for information. */
export interface Figure {
  what: string
  /** The column, if several figures measure the same thing side by side. */
  column?: string
  portal: string
  yardstick: string
  /** The value compared with the goal, usually portal / yardstick. */
  value: number
  /** The text for `value`; by default its two decimals. */
  shown?: string
  goal?: { atLeast: number } | { atMost: number }
}

export function isMet({ value, goal }: Figure): boolean {
  if (!goal) return true
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** Returns the tables of figures as Markdown. */
export function tables(figures: Figure[]): string {
  const { lines = [], cells = [] } = Object.groupBy(figures, ({ column }) => (column ? 'cells' : 'lines'))
  return [table(lines), ...(cells.length > 0 ? [crossTable(cells)] : [])].join('\n\n')
}

/** Returns the figures with columns as a table: the thing on the left, a column per figure with its goal on top. */
function crossTable(figures: Figure[]): string {
  const goals = new Map(figures.map((figure) => [figure.column, goalOf(figure)]))
  const things = Map.groupBy(figures, ({ what }) => what)
  return written([
    ['', ...[...goals].map(([column, goal]) => `${column} (${goal})`)],
    ['---', ...[...goals].map(() => '---')],
    ...[...things].map(([what, cells]) => [
      what,
      ...[...goals.keys()].map((column) => {
        const cell = cells.find((each) => each.column === column)
        if (!cell) return ''
        const text = [shown(cell), cell.yardstick].filter(Boolean).join(' of ')
        return isMet(cell) ? text : `**${text}**`
      }),
    ]),
  ])
}

function table(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    figure.portal,
    figure.yardstick,
    shown(figure),
    goalOf(figure),
    figure.goal ? (isMet(figure) ? 'met' : '**missed**') : '',
  ])
  return written([
    ['', 'portal', 'yardstick', 'ratio', 'goal', ''],
    ['---', '---', '---', '---', '---', '---'],
    ...rows,
  ])
}

function written(lines: string[][]): string {
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
