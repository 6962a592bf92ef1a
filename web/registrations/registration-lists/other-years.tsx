import { Anchor } from '@mantine/core'
import { seasonLabel } from '#contract/core/season.ts'
import { countOtherYears } from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './other-years.module.css'
import type { RegistrationSearch } from './registration-search.ts'
import { otherYearsQuery } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  onChange: (changes: RegistrationSearch) => void
}

/** Says what a search finds in other renewal years. A click shows them. */
export function OtherYears({ search, season, onChange }: Props) {
  const query = otherYearsQuery(search, season)
  const { data } = useData(
    countOtherYears,
    { query: query ?? { search: '', year: season } },
    { isEnabled: query !== undefined, isSteady: true },
  )
  return (
    <p role="status" className={`row ${styles.years}`}>
      {data?.years.map(({ year, registrations }) => (
        <Anchor
          key={year}
          component="button"
          type="button"
          fz="sm"
          onClick={() => onChange({ year: year === season ? undefined : year, ...noEvent })}
        >
          {`${data.isAtLeast ? 'More' : `${shownCount(registrations)} more`} in ${seasonLabel(year)}`}
        </Anchor>
      ))}
    </p>
  )
}

/** An event is in one year only. */
const noEvent = { eventName: undefined, eventSlotId: undefined }
