import type { Dashboard } from '#contract/office/dashboard/calls.ts'
import { currentSeason } from '#web/core/season.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import type { BigNumber } from '#web/core/ui/big-numbers.tsx'
import { BigNumbers } from '#web/core/ui/big-numbers.tsx'
import { mailsLink } from '#web/foundation/mails/mail-search.ts'
import { registrationsOf } from './figures.ts'
import { registrationsLink } from './registrations-link.ts'
import type { CurveDay } from './season-curve.ts'
import { newestDay } from './season-curve.ts'

/** The season in six numbers. */
export function AdminHeadline({ dashboard, curve }: { dashboard: Dashboard; curve: CurveDay[] }) {
  return <BigNumbers numbers={headlines(dashboard, curve)} cols={{ base: 2, sm: 3, lg: 6 }} />
}

function headlines(dashboard: Dashboard, curve: CurveDay[]): BigNumber[] {
  const { season: year, slots, people, certificates, mails, hours } = dashboard
  const registrations = registrationsOf(slots)
  const short = hours.none + hours.some
  const unmailed = certificates.issued - certificates.mailed
  return [
    {
      label: 'Registrations',
      value: registrations,
      note: difference(curve),
      link: registrationsLink({ year }, currentSeason()),
    },
    {
      label: 'People',
      value: people,
      note: people === 0 ? 'none yet' : `${(registrations / people).toFixed(1)} registrations each`,
      link: registrationsLink({ year }, currentSeason()),
    },
    {
      label: 'Certificates issued',
      value: certificates.issued,
      note: `of ${shownCount(registrations)} registrations`,
      link: registrationsLink({ year, certificate: 'issued' }, currentSeason()),
    },
    {
      label: 'Certificates emailed',
      value: certificates.mailed,
      note: `${shownCount(unmailed)} not emailed yet`,
      noteLink:
        unmailed > 0 ? registrationsLink({ year, certificate: 'unmailed' }, currentSeason()) : undefined,
      link: registrationsLink({ year, certificate: 'mailed' }, currentSeason()),
    },
    {
      label: 'Failed emails',
      value: mails.failed + mails.givenUp,
      link: mailsLink({ status: 'undelivered', year }),
      note: `${shownCount(mails.failed)} retrying, ${shownCount(mails.givenUp)} abandoned`,
    },
    {
      label: 'Short of 8 hours',
      value: short,
      note: `of ${shownCount(people)} people`,
      link: registrationsLink({ year, credited: 'short' }, currentSeason()),
    },
  ]
}

/** Returns '120 more than last year', compared with the same day. */
function difference(curve: CurveDay[]) {
  const newest = newestDay(curve)
  if (!newest) return ''
  const more = (newest.thisSeason ?? 0) - newest.lastSeason
  if (more === 0) return 'same as last year'
  return `${shownCount(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than last year`
}
