import { Button, Paper } from '@mantine/core'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { separateAccounts } from '#contract/office/accounts/merges.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { inform } from '#web/core/ui/dialogs.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'

type Merge = Account['merges'][number]

/** The accounts merged into this one, each with a button that undoes the merge. */
export function AdminAccountMerges({ merges }: Pick<Account, 'merges'>) {
  if (merges.length === 0) return null
  return (
    <Paper component="ul" className="stack" px="sm" py="xs" bg="var(--soft)" aria-label="Merged accounts">
      {merges.map((merge) => (
        <MergedAccount key={merge.accountMergeId} merge={merge} />
      ))}
    </Paper>
  )
}

function MergedAccount({ merge }: { merge: Merge }) {
  const { accountMergeId, email, mergedAt, mergedBy, separableUntil } = merge
  const { button } = useAct(separateAccounts, {
    confirm: {
      title: `Undo the merge with ${email}?`,
      message:
        "Each account gets back its registrations from before the merge. Newer ones stay here. We'll email both addresses.",
      confirmLabel: 'Undo the merge',
    },
    done: ({ unrestored }) => {
      toastDone(`Accounts separated: ${email}`)
      if (unrestored.length > 0) {
        void inform({
          title: 'Not everything could be restored',
          message: `They registered again after the merge, so this registration stays canceled: ${unrestored.join(', ')}.`,
        })
      }
    },
    failed: "Couldn't undo the merge. Try again.",
    tell: 'toast',
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
          {...button({ body: { accountMergeId } })}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
