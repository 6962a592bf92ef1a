import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './drawn-figure.module.css'
import type { CurveDay } from './season-curve.ts'

/** A drawing of a figure. */
export type Drawing =
  | { kind: 'curve'; days: CurveDay[]; thisSeason: string; lastSeason: string }
  | {
      kind: 'bars'
      /** The name of the bars' values. */
      measure: string
      unit?: string
      bars: { label: string; value: number; focusId?: number | undefined; open?: () => void }[]
      /** The value of a full bar; the largest value by default. */
      full?: number
    }

/** Room for a bar and its label, in pixels. */
const barHeight = 30
const letterWidth = 6.6

export default function DrawnFigure({ drawing }: { drawing: Drawing }) {
  return drawing.kind === 'curve' ? <Curve {...drawing} /> : <Bars {...drawing} />
}

function Curve({ days, thisSeason, lastSeason }: Extract<Drawing, { kind: 'curve' }>) {
  return (
    <LineChart
      className={styles.chart}
      h={280}
      data={days.map((each) => ({
        day: each.day,
        [thisSeason]: each.thisSeason,
        [lastSeason]: each.lastSeason,
      }))}
      dataKey="day"
      series={[
        { name: thisSeason, color: 'brand.6' },
        { name: lastSeason, label: `${lastSeason} (dashed)`, color: 'var(--faint)', strokeDasharray: '5 4' },
      ]}
      curveType="linear"
      strokeWidth={2}
      withDots={false}
      connectNulls={false}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 30, itemSorter: null }}
      classNames={{ legendItem: styles.legend ?? '' }}
      tickLine="none"
      gridColor="var(--hairline)"
      strokeDasharray="0"
      xAxisProps={{
        ticks: days.map(({ day }) => day).filter((day) => day.startsWith('1 ')),
        tickFormatter: (day: string) => day.slice(2),
        interval: 'preserveStart',
        padding: { right: 8 },
      }}
      yAxisProps={{ width: 52, allowDecimals: false }}
      valueFormatter={(value) => shownCount(value)}
      accessibilityLayer={false}
    />
  )
}

function Bars({ bars, measure, unit = '', full }: Extract<Drawing, { kind: 'bars' }>) {
  const longest = Math.max(...bars.map(({ label }) => label.length))
  return (
    <BarChart
      className={styles.chart}
      data-opens={bars.some(({ open }) => open) || undefined}
      h={bars.length * barHeight + 8}
      orientation="vertical"
      data={bars.map(({ value, focusId, open }, place) => ({
        place,
        [measure]: value,
        color: focusId ? `var(--focus-${focusId}, var(--focus-2))` : open ? 'brand.6' : 'var(--faint)',
      }))}
      dataKey="place"
      series={[{ name: measure, color: 'brand.6' }]}
      gridAxis="none"
      tickLine="none"
      withXAxis={false}
      withBarValueLabel
      valueFormatter={(value) => `${shownCount(value)}${unit}`}
      maxBarWidth={16}
      xAxisProps={{ domain: [0, full ?? 'dataMax'] }}
      yAxisProps={{
        width: Math.min(212, longest * letterWidth + 18),
        interval: 0,
        tickFormatter: (place: number) => bars[place]?.label ?? '',
      }}
      // The number is beside its bar. Only the row under the mouse is marked.
      tooltipProps={{ content: () => null }}
      barChartProps={{
        margin: { top: 4, right: 56, bottom: 4, left: 0 },
        onClick: ({ activeIndex }) => bars[Number(activeIndex)]?.open?.(),
      }}
      accessibilityLayer={false}
    />
  )
}
