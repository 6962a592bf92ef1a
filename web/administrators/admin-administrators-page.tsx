import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import { getActivities } from '#contract/activities/calls.ts'
import { getAdministrators, Invitation, inviteAdministrator } from '#contract/administrators/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { EmailField } from '#web/identity/email-field.tsx'
import { useFreshProof } from '#web/second-factors/fresh-proof.tsx'
import { AdministratorList } from './administrator-list.tsx'
import styles from './administrators.module.css'

/** Who can do all that administrators can, and the way to become one. */
export default function AdminAdministratorsPage() {
  return (
    <AdminPage
      title="Administrators"
      width={960}
      about="They see and change everything here. What each of them does is in the history."
    >
      <InviteForm />
      <section className={styles.list} aria-label="Administrators">
        <Loaded
          of={useData(getAdministrators, {})}
          meanwhile={<TableSkeleton label="Loading the administrators" />}
        >
          {({ administrators }) => <AdministratorList administrators={administrators} />}
        </Loaded>
      </section>
    </AdminPage>
  )
}

function InviteForm() {
  const reload = useReload()
  const { withProof, dialog } = useFreshProof()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: (values) => schemaErrors(Invitation, values),
    checksOnlyOnSubmit: true,
    send: async ({ email }) => {
      await withProof(() => call(inviteAdministrator, { body: { email } }))
      await reload(getAdministrators, getActivities)
      fields.reset()
      toastDone(`An invitation is on its way to ${email.trim()}`)
    },
    failed: 'The invitation was not sent. Please try again.',
  })
  return (
    <>
      <form {...formProps} className={styles.invite}>
        <EmailField label="Invite by email" size="sm" {...fields.getInputProps('email')} />
        <Button type="submit" leftSection={<Send size={15} aria-hidden />} loading={isSending}>
          Send invitation
        </Button>
        <FormProblem text={problem} />
      </form>
      {dialog}
    </>
  )
}
