import { Alert, Button, Radio, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { filledFields, findAccounts, mergeAccounts } from '#contract/office/accounts/merges.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { mergeRefusal } from '#contract/office/accounts/rules.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { mergeVerdicts } from '#contract/registrations/registrations/merges.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { AdminMergeOutcome } from './admin-merge-outcome.tsx'

interface Props {
  /** The account of the page, and the other one. */
  userIds: [string, string]
  onDone: () => void
}

/** Asks which of two accounts to keep, and previews the merge. */
export function AdminMergePreview({ userIds: [oneId, otherId], onDone }: Props) {
  const one = useData(getAccount, { query: { userId: oneId } })
  const other = useData(getAccount, { query: { userId: otherId } })
  return (
    <Loaded of={one}>
      {(first) => (
        <Loaded of={other}>{(second) => <Preview accounts={[first, second]} onDone={onDone} />}</Loaded>
      )}
    </Loaded>
  )
}

function Preview({ accounts, onDone }: { accounts: [Account, Account]; onDone: () => void }) {
  const [first, second] = accounts
  // An administrator's account can only be kept.
  const [keptId, keep] = useState((second.user.role === 'admin' ? second : first).user.userId)
  const [kept, absorbed] = keptId === first.user.userId ? [first, second] : [second, first]
  const verdicts = mergeVerdicts(heldBy(kept), heldBy(absorbed))
  const ending = [...verdicts].flatMap(([id, verdict]) => (verdict === 'ends' ? id : []))
  const refusal = mergeRefusal(absorbed.user)
  const navigate = useNavigate()
  const { button, problem } = useAct(mergeAccounts, {
    reloads: [getAccount, getActivities, getAllRegisteredUsers, getAllUnregisteredUsers, findAccounts],
    failed: "Couldn't merge the accounts. Try again.",
    toast: `Accounts merged: ${kept.user.email}`,
    done: () => {
      onDone()
      void navigate({ to: `${paths.account()}/$userId`, params: { userId: keptId } })
    },
  })
  return (
    <>
      <Stack gap="lg">
        <Radio.Group
          label="Account to keep"
          description="Only its email signs in from now on. The other one stops working."
          value={keptId}
          onChange={keep}
        >
          <Stack gap={6} mt="xs">
            {accounts.map(({ user: { userId, email } }) => (
              <Radio key={userId} value={userId} label={email} />
            ))}
          </Stack>
        </Radio.Group>
        {refusal ? (
          <Alert color="yellow" icon={<Lock />}>
            {refusals[refusal].message}
          </Alert>
        ) : (
          <AdminMergeOutcome
            registrations={[...kept.registrations, ...absorbed.registrations]}
            verdicts={verdicts}
            filled={filledFields(kept.user, absorbed.user)}
            absorbedEmail={absorbed.user.email}
          />
        )}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button
          disabled={refusal !== undefined}
          {...button({ body: { userId: keptId, absorbedId: absorbed.user.userId, ending } })}
        >
          Merge accounts
        </Button>
      </SidePanelFooter>
    </>
  )
}

function heldBy({ registrations }: Account) {
  return registrations.filter(({ canceledAt }) => canceledAt === null)
}
