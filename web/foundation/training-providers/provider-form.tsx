import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { SavedProvider } from '#contract/foundation/training-providers/calls.ts'
import { getProvider, saveProvider } from '#contract/foundation/training-providers/calls.ts'
import { call } from '#web/core/api/call.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { ReadOnlyUnlessAllowed } from '#web/core/ui/read-only-unless-allowed.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { ProviderPreview } from './provider-preview.tsx'
import { providerErrors, providerKind } from './provider-values.ts'
import styles from './providers.module.css'

interface Props {
  newest: SavedProvider
  /** The course number in the preview. */
  courseNumber: string
}

/** The training provider on certificates, with a preview. */
export function ProviderForm({ newest, courseNumber }: Props) {
  const [isUploading, setUploading] = useState(false)
  const editor = useRecordEditor({
    kind: providerKind,
    newest,
    check: providerErrors,
    save: (values, base) => call(saveProvider, { body: { ...values, version: base?.version } }),
    reloads: [getProvider, getActivities],
    onSaved: () => toastDone('Training provider saved'),
    failed: "Couldn't save the training provider. Try again.",
  })
  const { fields, formProps, isSending, hasChanges } = editor
  useUnsavedChanges(isUploading)

  return (
    <div className={styles.editor}>
      <ReadOnlyUnlessAllowed to={saveProvider}>
        <form {...formProps} className="card pad stack">
          <TextInput label="Training provider" name="name" required {...fields.getInputProps('name')} />
          <TextInput
            label="Contact"
            name="contact"
            description="Email or phone"
            required
            {...fields.getInputProps('contact')}
          />
          <TextInput
            label="Postal address"
            name="postalAddress"
            description="Printed under news. US law requires it, so no news is sent without it."
            {...fields.getInputProps('postalAddress')}
          />
          <TextInput
            label="Signed by"
            name="signatoryName"
            required
            {...fields.getInputProps('signatoryName')}
          />
          <TextInput
            label="Title"
            name="signatoryTitle"
            required
            {...fields.getInputProps('signatoryTitle')}
          />
          <PictureField
            label="Signature"
            description="Printed above the name. Leave empty for a blank line."
            ground="white"
            onBusy={setUploading}
            {...fields.getInputProps('signature')}
          />
          <SaveProblems editor={editor} of="provider" />
          <Group gap="sm">
            <SaveButton editor={{ ...editor, canSave: editor.canSave && !isUploading }} of="provider" />
            {hasChanges && !isSending && (
              <Button variant="default" onClick={editor.discard}>
                Discard changes
              </Button>
            )}
          </Group>
          <Hint>
            {newest.savedAt
              ? `Saved ${shownInstant(newest.savedAt)}${newest.savedBy && `, by ${newest.savedBy}`}`
              : 'Not saved yet. Certificates can be issued once it is.'}
          </Hint>
        </form>
      </ReadOnlyUnlessAllowed>
      <ProviderPreview values={fields.values} courseNumber={courseNumber} />
    </div>
  )
}
