import { Stack } from '@mantine/core'
import { nameOrEmail } from '#contract/core/names.ts'
import { refusals } from '#contract/core/refusals.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { getUserById, getUserConsents, updateUserByAdmin } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { PanelSection, SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { EmailField } from '#web/people/identity/email-field.tsx'
import { AdminConsentFields } from './admin-consent-fields.tsx'
import { FaaSafetyEmailField } from './faa-safety-email-field.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { PrintedNameField } from './printed-name-field.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { userEditErrors, userEditKind, userEditOf } from './user-edit-values.ts'

interface Props extends DialogProps {
  userId: string
  name: string
}

/** The panel in which administrators edit a person. */
export default function AdminEditUserPanel({ userId, name, isOpen, onClose }: Props) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Edit user" about={name}>
      <Loaded of={useData(getUserById, { query: { userId } })}>
        {({ userData }) => <EditForm user={userData} onClose={onClose} />}
      </Loaded>
    </SidePanel>
  )
}

interface FormProps {
  user: User
  onClose: () => void
}

function EditForm({ user, onClose }: FormProps) {
  const isAdministrator = user.role === 'admin'
  const editor = useRecordEditor({
    kind: userEditKind,
    newest: user,
    check: userEditErrors,
    save: (values, base = user) => call(updateUserByAdmin, { body: userEditOf(values, base) }),
    reloads: [
      getUserById,
      getUserConsents,
      getAllRegisteredUsers,
      getAllUnregisteredUsers,
      getAccount,
      getActivities,
    ],
    onSaved: (values) => {
      toastDone(`The profile of ${nameOrEmail(values)} is saved`)
      onClose()
    },
    failed: 'Profile update failed',
  })
  const { fields, formProps } = editor
  return (
    <form {...formProps}>
      <Stack gap="xl">
        <PanelSection title="Profile">
          <ProfileFields fields={fields} />
          <PrintedNameField user={user} fields={fields} />
          <Hint>
            An issued certificate keeps the old name until you email or download it in All Registrations.
          </Hint>
        </PanelSection>
        <PanelSection title="Sign-in">
          <EmailField
            size="sm"
            required
            disabled={isAdministrator}
            description={
              isAdministrator
                ? refusals.ADMINISTRATOR_EMAIL.message
                : 'A new email takes effect immediately. We notify both addresses; the old one can undo the change for 7 days.'
            }
            {...fields.getInputProps('email')}
          />
          <FaaSafetyEmailField fields={fields} label="Their FAASafety.gov account has another email" />
        </PanelSection>
        <PanelSection title="Professional memberships">
          <MembershipFields fields={fields} />
        </PanelSection>
        <AdminConsentFields userId={user.userId} fields={fields} />
      </Stack>
      <SidePanelFooter>
        <SaveProblems editor={editor} of="profile" />
        <SaveButton editor={editor} of="profile" onCancel={onClose} />
      </SidePanelFooter>
    </form>
  )
}
