import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAdministrators, Invitation, inviteAdministrator } from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { EmailField } from '#web/people/identity/email-field.tsx'
import { FreshProof, withProof } from '#web/people/second-factors/fresh-proof.tsx'
import { AdministratorList } from './administrator-list.tsx'
import styles from './administrators.module.css'
import { RoleSelect } from './role-select.tsx'

/** Lists the portal's administrators with their roles, and invites others. */
export default function AdminAdministratorsPage() {
  return (
    <AdminPage
      title="Administrators"
      isNarrow
      about="Each role has its own permissions. The history shows what each administrator did."
    >
      {can(inviteAdministrator) && <InviteForm />}
      <section className="card" aria-label="Administrators">
        <Loaded
          of={useData(getAdministrators, {})}
          loading={<TableSkeleton label="Loading the administrators" />}
        >
          {({ administrators }) => <AdministratorList administrators={administrators} />}
        </Loaded>
      </section>
      <FreshProof />
    </AdminPage>
  )
}

function InviteForm() {
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '', role: 'administrator' as AdministratorRole },
    check: (values) => schemaErrors(Invitation, values),
    checksOnlyOnSubmit: true,
    send: (invitation) => withProof(() => call(inviteAdministrator, { body: invitation })),
    reloads: [getAdministrators, getActivities],
    toast: (_, { email }) => `Invitation sent to ${email.trim()}`,
    done: () => {
      fields.reset()
    },
    failed: "Couldn't send the invitation. Try again.",
  })
  return (
    <form {...formProps} className={styles.invite}>
      <EmailField label="Invite by email" size="sm" {...fields.getInputProps('email')} />
      <RoleSelect
        label="Role"
        size="sm"
        description={roles[fields.values.role].about}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...fields.getInputProps('role')}
      />
      <Button type="submit" leftSection={<Send size={15} />} loading={isSending}>
        Send invitation
      </Button>
      <FormProblem text={problem} />
    </form>
  )
}
