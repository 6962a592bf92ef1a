import type { CountedPerson } from '#contract/counting/credit-findings/calls.ts'

/** The credited hours, and those by attendance if they differ. */
export function HoursNow({ person: { hours, found } }: { person: CountedPerson }) {
  if (hours === found.hours) return <b>{hours}</b>
  return (
    <span role="img" aria-label={`${hours} credited, attendance gives ${found.hours}`}>
      {hours} → <b>{found.hours}</b>
    </span>
  )
}
