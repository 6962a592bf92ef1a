import { Alert } from '@mantine/core'
import { Merge, Undo2, Users, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { distinguishAccounts, mergeAccounts } from '#contract/office/accounts/merges.ts'
import type { LikelyDuplicate } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'

interface Props {
  userId: string
  duplicates: LikelyDuplicate[]
  onMerge: (duplicate: LikelyDuplicate) => void
}

/**
 * Names the accounts that are probably the same person's. Each can be merged from here, or marked as another person's, which
 * can be undone.
 */
export function AdminLikelyDuplicates({ userId, duplicates, onMerge }: Props) {
  const likely = duplicates.filter(({ isDistinct }) => !isDistinct)
  const distinct = duplicates.filter(({ isDistinct }) => isDistinct)
  return (
    <>
      {likely.length > 0 && (
        <Alert
          role="group"
          bg="var(--warn-soft)"
          color="yellow"
          icon={<Users />}
          title={`This person may have ${likely.length === 1 ? 'another account' : 'other accounts'}`}
        >
          <ul className="stack">
            {likely.map((duplicate) => (
              <Duplicate key={duplicate.userId} userId={userId} duplicate={duplicate}>
                <SmallButton
                  needs={mergeAccounts}
                  icon={Merge}
                  aria-label={`Merge with ${duplicate.email}`}
                  onClick={() => onMerge(duplicate)}
                >
                  Merge
                </SmallButton>
              </Duplicate>
            ))}
          </ul>
        </Alert>
      )}
      {distinct.length > 0 && (
        <ul className="stack small muted" aria-label="Other people with the same name">
          {distinct.map((duplicate) => (
            <Duplicate key={duplicate.userId} userId={userId} duplicate={duplicate} />
          ))}
        </ul>
      )}
    </>
  )
}

interface DuplicateProps {
  userId: string
  duplicate: LikelyDuplicate
  children?: ReactNode
}

function Duplicate({ userId, duplicate, children }: DuplicateProps) {
  const { userId: otherId, email, registrations, isDistinct } = duplicate
  const { button } = useAct(distinguishAccounts, {
    failed: "Couldn't save this. Try again.",
    tell: 'toast',
    reloads: [getAccount, getActivities],
  })
  return (
    <li className="spread anywhere">
      <span>
        <TextLink to={`${paths.account()}/$userId`} params={{ userId: otherId }} inherit underline="always">
          {email}
        </TextLink>{' '}
        has the same {sameness(duplicate)}
        {isDistinct ? ', but is not the same person.' : `, and ${counted(registrations, 'registration')}.`}
      </span>
      <span className="row">
        <SmallButton
          needs={distinguishAccounts}
          icon={isDistinct ? Undo2 : UserX}
          aria-label={
            isDistinct ? `Undo: ${email} is not the same person` : `${email} is not the same person`
          }
          {...button({ body: { userId, otherId, areDistinct: !isDistinct } })}
        >
          {isDistinct ? 'Undo' : 'Not the same person'}
        </SmallButton>
        {children}
      </span>
    </li>
  )
}

function sameness({ hasSamePhone, hasSameZip }: LikelyDuplicate) {
  if (hasSamePhone && hasSameZip) return 'name, phone and ZIP'
  return hasSamePhone ? 'name and phone' : 'name and ZIP'
}
