import { Button } from '@mantine/core'
import { separateAccounts } from '#contract/accounts/merges.ts'
import { type Account, getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import { getAllRegisteredUsers, getAllUnregisteredUsers } from '#contract/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm, inform } from '#web/core/ui/dialogs.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-account-page.module.css'

type Merge = Account['merges'][number]

/** The accounts that have become a part of this one, and the way back. */
export function AdminAccountMerges({ merges }: Pick<Account, 'merges'>) {
  if (merges.length === 0) return null
  return (
    <ul className={`stack ${styles.merges}`} aria-label="Merged accounts">
      {merges.map((merge) => (
        <MergedAccount key={merge.accountMergeId} merge={merge} />
      ))}
    </ul>
  )
}

function MergedAccount({ merge }: { merge: Merge }) {
  const { accountMergeId, email, mergedAt, mergedBy, separableUntil } = merge
  const { act, isRunning } = useAct(separateAccounts, {
    confirm: () =>
      confirm({
        title: `Take ${email} apart again?`,
        message:
          'Each account gets back what it held before, and both are told by email. What has come since stays here.',
        confirmLabel: 'Undo the merge',
      }),
    done: ({ unrestored }) => {
      toastDone(`${email} is an account of its own again`)
      if (unrestored.length > 0) {
        void inform({
          title: 'Not everything could be restored',
          message: `They have registered again meanwhile, so this registration stays canceled: ${unrestored.join(', ')}.`,
        })
      }
    },
    failed: 'The merge could not be undone. Please try again.',
    tell: toastError,
    reloads: [getAccount, getActivities, getAllRegisteredUsers, getAllUnregisteredUsers],
  })
  const isSeparable = can(separateAccounts) && separableUntil.getTime() > Date.now()
  return (
    <li className="spread anywhere">
      <span>
        Merged with <strong>{email}</strong> on {shownInstant(mergedAt)}
        {mergedBy && ` by ${mergedBy}`}.
        {isSeparable && ` It can be undone until ${shownInstant(separableUntil)}.`}
      </span>
      {isSeparable && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Undo the merge with ${email}`}
          loading={isRunning}
          onClick={() => void act({ body: { accountMergeId } })}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
