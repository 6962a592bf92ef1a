import { Button, ColorSwatch, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { defaultPortalName } from '#contract/core/portal-name.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { SavedBrand } from '#contract/foundation/brands/calls.ts'
import { Brand, getBrand, saveBrand } from '#contract/foundation/brands/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { schemaErrors } from '#web/core/ui/form.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { ReadOnlyUnlessAllowed } from '#web/core/ui/read-only-unless-allowed.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { textRecord } from '#web/core/ui/record-kind.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'

type Values = Record<keyof Brand, string>

const brandKind = textRecord<keyof Brand, SavedBrand>({
  portalName: 'Name of the portal',
  logo: 'Logo',
  mainColor: 'Color of links and buttons',
  bandColor: 'Color of headers',
})

/** The name, the logo and the colors of the portal. */
export function AdminBrand() {
  return (
    <section className="card pad stack" aria-labelledby="brand">
      <h2 id="brand">Name, logo and colors</h2>
      <Hint>
        Shown on pages, emails, tickets and at the door. Leave a field empty to keep the portal's own.
      </Hint>
      <Loaded of={useData(getBrand, {})}>{(newest) => <BrandForm newest={newest} />}</Loaded>
    </section>
  )
}

function BrandForm({ newest }: { newest: SavedBrand }) {
  const [isUploading, setUploading] = useState(false)
  const editor = useRecordEditor({
    kind: brandKind,
    newest,
    check: (values: Values) => schemaErrors(Brand, values),
    save: (values, base) => call(saveBrand, { body: { ...values, version: base?.version } }),
    reloads: [getBrand, getActivities],
    onSaved: () => toastDone('Saved. Pages show it the next time they are opened.'),
    failed: "Couldn't save the name, logo and colors. Try again.",
  })
  const { fields, formProps, isSending, hasChanges } = editor
  useUnsavedChanges(isUploading)
  const color = (field: 'mainColor' | 'bandColor') => ({
    ...fields.getInputProps(field),
    name: field,
    placeholder: field === 'mainColor' ? '#1f5796' : '#0b2545',
    autoComplete: 'off',
    rightSection: /^#[0-9a-f]{6}$/i.test(fields.values[field].trim()) && (
      <ColorSwatch size={20} color={fields.values[field].trim()} aria-hidden />
    ),
  })
  return (
    <ReadOnlyUnlessAllowed to={saveBrand}>
      <form {...formProps} className="stack" style={{ maxWidth: '28rem' }}>
        <TextInput
          label="Name of the portal"
          name="portalName"
          placeholder={defaultPortalName}
          {...fields.getInputProps('portalName')}
        />
        <PictureField
          label="Logo"
          description="Shown on white, beside the name."
          ground="white"
          onBusy={setUploading}
          {...fields.getInputProps('logo')}
        />
        <TextInput label="Color of links and buttons" {...color('mainColor')} />
        <TextInput label="Color of headers" description="Text on them is white." {...color('bandColor')} />
        <SaveProblems editor={editor} of="brand" />
        <Group gap="sm">
          <SaveButton editor={{ ...editor, canSave: editor.canSave && !isUploading }} of="brand" />
          {hasChanges && !isSending && (
            <Button variant="default" onClick={editor.discard}>
              Discard changes
            </Button>
          )}
        </Group>
      </form>
    </ReadOnlyUnlessAllowed>
  )
}
