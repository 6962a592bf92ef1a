import type { NativeSelectProps } from '@mantine/core'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { seasonLabel } from '#contract/core/season.ts'
import { currentSeason } from '#web/core/season.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  year: number
  years: number[]
  onChange: (year: number) => void
}

/** Chooses a renewal year. */
export function YearSelect({ year, years, onChange, ...props }: Props) {
  return (
    <NativeSelect
      value={String(year)}
      data={years.map((known) => ({ value: String(known), label: seasonLabel(known) }))}
      onChange={({ currentTarget: { value } }) => onChange(Number(value))}
      {...props}
    />
  )
}

/** Returns a function that keeps a renewal year in the page's address; the current one needs no parameter. */
export function useChooseYear() {
  const navigate = useNavigate()
  return (year: number) =>
    void navigate({ to: '.', search: year === currentSeason() ? {} : { year }, resetScroll: false })
}
