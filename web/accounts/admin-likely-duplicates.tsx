import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Merge, Users } from 'lucide-react'
import { mergeAccounts } from '#contract/accounts/merges.ts'
import type { LikelyDuplicate } from '#contract/accounts/records.ts'
import { paths } from '#contract/core/paths.ts'
import { counted } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

interface Props {
  duplicates: LikelyDuplicate[]
  onMerge: (duplicate: LikelyDuplicate) => void
}

/** Names the accounts that are probably the same person's. Each can be merged from here. */
export function AdminLikelyDuplicates({ duplicates, onMerge }: Props) {
  if (duplicates.length === 0) return null
  return (
    <Alert
      role="group"
      bg="var(--warn-soft)"
      color="yellow"
      icon={<Users size={18} />}
      title={`This person may have ${duplicates.length === 1 ? 'another account' : 'other accounts'}`}
    >
      <ul className="stack">
        {duplicates.map((duplicate) => (
          <li key={duplicate.userId} className="spread anywhere">
            <span>
              <Anchor
                component={Link}
                to={`${paths.account()}/$userId`}
                params={{ userId: duplicate.userId } as never}
                inherit
                underline="always"
              >
                {duplicate.email}
              </Anchor>{' '}
              has the same {sameness(duplicate)}, and {counted(duplicate.registrations, 'registration')}.
            </span>
            <Allowed to={mergeAccounts}>
              <SmallButton
                icon={Merge}
                aria-label={`Merge with ${duplicate.email}`}
                onClick={() => onMerge(duplicate)}
              >
                Merge
              </SmallButton>
            </Allowed>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function sameness({ hasSamePhone, hasSameZip }: LikelyDuplicate): string {
  if (hasSamePhone && hasSameZip) return 'name, phone and ZIP'
  return hasSamePhone ? 'name and phone' : 'name and ZIP'
}
