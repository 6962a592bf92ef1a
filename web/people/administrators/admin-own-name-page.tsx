import { Button, Group, TextInput } from '@mantine/core'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { changeOwnName, getAdministrators, OwnName } from '#contract/people/administrators/calls.ts'
import { call } from '#web/core/api/call.ts'
import { keepUserData, sessionUser } from '#web/core/session/session.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'

/** Lets administrators say their own name. */
export default function AdminOwnNamePage() {
  const { firstName = '', lastName = '' } = sessionUser() ?? {}
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { firstName, lastName },
    check: (values) => schemaErrors(OwnName, values),
    send: (names) => call(changeOwnName, { body: names }),
    reloads: [getAdministrators, getActivities],
    toast: 'Your name was saved',
    done: ({ userData }) => keepUserData(userData),
    failed: "Couldn't save your name. Try again.",
  })
  return (
    <AdminPage title="Your name" isNarrow about="Shown in the activity log and in your answers to reviews.">
      <form {...formProps} className="card pad stack">
        <TextInput
          label="First name"
          autoComplete="given-name"
          required
          {...fields.getInputProps('firstName')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          required
          {...fields.getInputProps('lastName')}
        />
        <FormProblem text={problem} />
        <Group>
          <Button type="submit" loading={isSending}>
            Save
          </Button>
        </Group>
      </form>
    </AdminPage>
  )
}
