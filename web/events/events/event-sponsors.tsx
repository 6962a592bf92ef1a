import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import { later } from '#web/core/ui/later.tsx'
import styles from './event-sponsors.module.css'
import type { GroupedEvent } from './grouped-events.ts'

const SponsorDetails = later(() => import('./sponsor-details.tsx'))

/** The logos of an event's sponsors, the featured one first. Each opens the sponsor's details. */
export function EventSponsors({ event }: { event: GroupedEvent }) {
  const [sponsor, setSponsor] = useState<Sponsor>()
  const [isOpen, { open, close }] = useDisclosure()
  if (event.sponsors.length === 0) return null
  const isFeatured = ({ sponsorId }: Sponsor) => sponsorId === event.featuredSponsorId
  const sponsors = event.sponsors.toSorted((a, b) => Number(isFeatured(b)) - Number(isFeatured(a)))

  return (
    <div className="row">
      <span className="muted small">Sponsored by</span>
      <ul className="row">
        {sponsors.map((each) => (
          <li key={each.sponsorId}>
            <button
              type="button"
              className={`card ${styles.logo}`}
              data-featured={isFeatured(each) || undefined}
              onClick={() => {
                setSponsor(each)
                open()
              }}
            >
              <img
                src={each.logo}
                alt={isFeatured(each) ? `${each.companyName}, featured sponsor` : each.companyName}
                loading="lazy"
              />
              {/* The picture says it already. */}
              <span className={`cut muted ${styles.name}`} aria-hidden>
                {each.companyName}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {sponsor && <SponsorDetails sponsor={sponsor} isOpen={isOpen} onClose={close} />}
    </div>
  )
}
