import { Text } from '@mantine/core'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Contacts } from './contacts.tsx'
import styles from './event-details.module.css'

interface Props {
  sponsor: Sponsor
  isOpen: boolean
  onClose: () => void
}

export default function SponsorDetails({ sponsor, isOpen, onClose }: Props) {
  return (
    <LazyModal opened={isOpen} onClose={onClose} size={640} title={sponsor.companyName} centered>
      <div className="stack">
        <div className={`row ${styles.person}`}>
          <img src={sponsor.logo} alt="" />
        </div>
        {sponsor.description && <Text style={{ whiteSpace: 'pre-line' }}>{sponsor.description}</Text>}
        <Contacts website={sponsor.website} email={sponsor.email} />
      </div>
    </LazyModal>
  )
}
