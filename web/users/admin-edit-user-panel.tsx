import { Alert, Button, Skeleton, Stack, Title } from '@mantine/core'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import { refusals } from '#contract/core/refusals.ts'
import { getAllRegisteredUsers, getAllUnregisteredUsers } from '#contract/registrations/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { getUserById, getUserConsents, updateUserByAdmin } from '#contract/users/edits.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanel, SidePanelFooter, usePanelDraft } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { AdminConsentFields } from './admin-consent-fields.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { ProfileFields } from './profile-fields.tsx'
import type { UserEditValues } from './user-edit-values.ts'
import { isEdited, mergedValues, userEditErrors, userEditOf, userEditValuesOf } from './user-edit-values.ts'

interface Props extends DialogProps {
  userId: string
  name: string
}

/** Everything of a person that an administrator can change. */
export default function AdminEditUserPanel({ userId, name, isOpen, onClose }: Props) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Edit user" about={name}>
      <Loaded of={useData(getUserById, { query: { userId } })} meanwhile={<Meanwhile />}>
        {({ userData }) => (
          <Edited
            newest={userData}
            onSaved={() => {
              toastDone(`The profile of ${name} is saved`)
              onClose()
            }}
          />
        )}
      </Loaded>
    </SidePanel>
  )
}

interface EditedProps {
  newest: User
  onSaved: () => void
}

/** Holds on to the version that was read first: what somebody else saves meanwhile takes nothing away that is typed. */
function Edited({ newest, ...props }: EditedProps) {
  const [{ base, typed }, setStart] = useState(() => ({ base: newest, typed: userEditValuesOf(newest) }))
  return (
    <EditForm
      key={base.version}
      base={base}
      start={typed}
      newest={newest}
      onNewest={(values) => setStart({ base: newest, typed: mergedValues(values, base, newest) })}
      {...props}
    />
  )
}

interface FormProps extends EditedProps {
  base: User
  start: UserEditValues
  onNewest: (typed: UserEditValues) => void
}

function EditForm({ base, start, newest, onNewest, onSaved }: FormProps) {
  const reload = useReload()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: start,
    check: userEditErrors,
    send: async (values) => {
      await call(updateUserByAdmin, { body: userEditOf(values, base) }).catch(readNewest)
      void reload(
        getUserById,
        getUserConsents,
        getAllRegisteredUsers,
        getAllUnregisteredUsers,
        getAccount,
        getActivities,
      )
      onSaved()
    },
    failed: 'Profile update failed',
  })
  const hasDraft = isEdited(fields.values, base)
  const isOutdated = newest.version > base.version
  usePanelDraft(hasDraft)
  useEffect(() => {
    if (isOutdated && !hasDraft) onNewest(start)
  }, [isOutdated, hasDraft, onNewest, start])

  async function readNewest(error: unknown): Promise<never> {
    if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await reload(getUserById)
    throw error
  }

  return (
    <form {...formProps}>
      <Stack gap="xl">
        <section aria-labelledby="edit-profile">
          <Title order={3} id="edit-profile" mb="sm">
            Profile
          </Title>
          <ProfileFields fields={fields} />
        </section>
        <section aria-labelledby="edit-email">
          <Title order={3} id="edit-email" mb="sm">
            Sign-in
          </Title>
          <EmailField
            size="sm"
            required
            disabled={base.role === 'admin'}
            description={
              base.role === 'admin'
                ? refusals.ADMINISTRATOR_EMAIL.message
                : 'A new one holds at once. Both are told by email, and the old one can undo it for 7 days.'
            }
            {...fields.getInputProps('email')}
          />
        </section>
        <section aria-labelledby="edit-memberships">
          <Title order={3} id="edit-memberships" mb="sm">
            Professional memberships
          </Title>
          <MembershipFields fields={fields} />
        </section>
        <AdminConsentFields userId={base.userId} fields={fields} />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        {isOutdated && hasDraft && (
          <Alert
            role="status"
            color="yellow"
            icon={<History size={18} aria-hidden />}
            title="Somebody else has changed this meanwhile"
          >
            <Stack gap="sm" align="flex-start">
              What you typed is kept; what you did not touch is shown as it is now.
              <Button size="xs" variant="default" onClick={() => onNewest(fields.getValues())}>
                Load the newest
              </Button>
            </Stack>
          </Alert>
        )}
        <Button type="submit" loading={isSending} disabled={!hasDraft}>
          Save
        </Button>
      </SidePanelFooter>
    </form>
  )
}

function Meanwhile() {
  return (
    <Stack gap="md" role="status" aria-label="Loading the profile">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={58} />
      ))}
    </Stack>
  )
}
