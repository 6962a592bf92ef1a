import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import { getProvider, type SavedProvider, saveProvider } from '#contract/training-providers/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedWarning } from '#web/core/ui/unsaved.ts'
import { ProviderPreview } from './provider-preview.tsx'
import { isEdited, type ProviderValues, providerErrors } from './provider-values.ts'
import styles from './providers.module.css'

interface Props {
  base: SavedProvider
  start: ProviderValues
  newest: SavedProvider
  courseNumber: string
  onNewest: (typed: ProviderValues) => void
  onSaved: (saved: SavedProvider) => void
}

/** What certificates say of the provider, beside what they look like by it. */
export function ProviderForm({ base, start, newest, courseNumber, onNewest, onSaved }: Props) {
  const reload = useReload()
  const [isUploading, setUploading] = useState(false)
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: start,
    check: providerErrors,
    send: async (values) => {
      const body = { ...values, version: base.version }
      const saved = await call(saveProvider, { body }).catch(readNewest)
      await reload(getProvider, getActivities)
      toastDone('The provider is saved')
      onSaved(saved)
    },
    failed: 'The provider was not saved. Please try again.',
    draft: 'provider',
  })
  const hasDraft = isEdited(fields.values, base)
  const isOutdated = newest.version > base.version
  useUnsavedWarning(hasDraft || isUploading, { isKept: true })
  useEffect(() => {
    if (isOutdated && !hasDraft && !isSending) onNewest(fields.getValues())
  }, [isOutdated, hasDraft, isSending, onNewest, fields])

  async function readNewest(error: unknown): Promise<never> {
    if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await reload(getProvider)
    throw error
  }

  return (
    <div className={styles.editor}>
      <form {...formProps} className={styles.form}>
        <TextInput label="Training provider" name="name" required {...fields.getInputProps('name')} />
        <TextInput
          label="Contact"
          name="contact"
          description="An email, or another line that says how you are reached"
          required
          {...fields.getInputProps('contact')}
        />
        <TextInput
          label="Signed by"
          name="signatoryName"
          required
          {...fields.getInputProps('signatoryName')}
        />
        <TextInput label="Title" name="signatoryTitle" required {...fields.getInputProps('signatoryTitle')} />
        <PictureField
          label="Signature"
          description="Stands above the name. Without one the line stays empty."
          ground="white"
          onBusy={setUploading}
          {...fields.getInputProps('signature')}
        />
        <FormProblem text={problem} />
        {isOutdated && hasDraft && <Outdated onNewest={() => onNewest(fields.getValues())} />}
        <Group gap="sm">
          <Button type="submit" loading={isSending} disabled={!hasDraft || isUploading}>
            Save
          </Button>
          {hasDraft && !isSending && (
            <Button variant="default" onClick={() => fields.setValues(start)}>
              Discard changes
            </Button>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {base.savedAt
            ? `Saved ${shownInstant(base.savedAt)}${base.savedBy && `, by ${base.savedBy}`}`
            : 'As it came with the portal: nobody has changed it yet.'}
        </Text>
      </form>
      <ProviderPreview values={fields.values} courseNumber={courseNumber} />
    </div>
  )
}

function Outdated({ onNewest }: { onNewest: () => void }) {
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<History size={18} aria-hidden />}
      title="Somebody else has changed this meanwhile"
    >
      <Stack gap="sm" align="flex-start">
        What you typed is kept; what you did not touch is shown as it is now.
        <Button size="xs" variant="default" onClick={onNewest}>
          Load the newest
        </Button>
      </Stack>
    </Alert>
  )
}
