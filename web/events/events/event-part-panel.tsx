import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { Fields } from '#web/core/ui/fields.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import type { RecordKind } from '#web/core/ui/record-kind.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { DeleteRecord } from './delete-record.tsx'
import { showsEvents } from './shows-events.ts'

/** The edited part of an event; a new one without a `partId`. */
export interface EditedPart {
  eventId: number
  eventName: string
  partId?: number
}

interface Shown<Part, Values> {
  fields: Fields<Values>
  /** The saved part; undefined for a new one. */
  part: Part | undefined
  events: AdminEvent[]
  hasChanges: boolean
}

interface Props<Part, Values> extends EditedPart, DialogProps {
  /** In words: 'sponsor'. */
  of: string
  /** Its width in px. */
  size?: number
  kind: RecordKind<Part, Values>
  find: (event: AdminEvent, partId: number) => Part | undefined
  check: (values: Values) => FieldErrors
  nameOf: (values: Values) => string
  save: (values: Values, base: Part | undefined) => Promise<unknown>
  remove: (part: Part) => Promise<unknown>
  /** Adds a deleted part again; absent: `save` does all of it. */
  restore?: (part: Part) => Promise<unknown>
  children: (shown: Shown<Part, Values>) => ReactNode
}

/** Edits a part of an event, such as a speaker or a sponsor. */
export function EventPartPanel<Part, Values extends Record<string, unknown>>(props: Props<Part, Values>) {
  const { of, partId, eventName, isOpen, onClose, size } = props
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      {...(size && { size })}
      title={partId === undefined ? `Add ${of}` : `Edit ${of}`}
      about={eventName}
    >
      <Loaded of={useData(getEventsWithSlots, { query: {} })}>
        {({ years }) => <PartForm {...props} events={years.flatMap((year) => year.events)} />}
      </Loaded>
    </SidePanel>
  )
}

function PartForm<Part, Values extends Record<string, unknown>>({
  events,
  ...props
}: Props<Part, Values> & { events: AdminEvent[] }) {
  const { of, eventId, partId, kind, find, check, nameOf, save, remove, onClose, children } = props
  const { restore = (deleted: Part) => save(kind.valuesOf(deleted), undefined) } = props
  const event = events.find((each) => each.eventId === eventId)
  const part = event && partId !== undefined ? find(event, partId) : undefined
  const editor = useRecordEditor({
    kind,
    isNew: partId === undefined,
    newest: part,
    check,
    save,
    reloads: showsEvents,
    onSaved: (values) => {
      toastDone(`${nameOf(values)} is saved`)
      onClose()
    },
    failed: `Couldn't save the ${of}. Try again.`,
  })
  const { fields, formProps, hasChanges } = editor
  const name = part && nameOf(kind.valuesOf(part))
  return (
    <form {...formProps}>
      <Stack gap="xl">{children({ fields, part, events, hasChanges })}</Stack>
      <SidePanelFooter>
        <SaveProblems editor={editor} of={of} />
        {part && name !== undefined && (
          <DeleteRecord
            of={of}
            name={name}
            question={{
              title: `Are you sure you want to delete the ${of} '${name}'?`,
              message: "It's removed from the event immediately. Right after that, you can undo it.",
            }}
            onDelete={() => remove(part)}
            onUndo={() => restore(part)}
            onDeleted={onClose}
          />
        )}
        <SaveButton editor={editor} of={of} onCancel={onClose} />
      </SidePanelFooter>
    </form>
  )
}

export const companyLabels = {
  companyName: 'Company name',
  logo: 'Company logo',
  website: 'Website',
  email: 'Email',
}
type CompanyValues = Record<keyof typeof companyLabels, string>

interface CompanyProps {
  fields: Fields<CompanyValues>
  /** More fields, below the logo. */
  children?: ReactNode
}

/** The company's fields of sponsors and speakers. */
export function CompanyFields({ fields, children }: CompanyProps) {
  return (
    <>
      <TextInput label={companyLabels.companyName} required {...fields.getInputProps('companyName')} />
      <PictureField label={companyLabels.logo} required {...fields.getInputProps('logo')} />
      {children}
      <TextInput
        label={companyLabels.website}
        placeholder="example.com"
        inputMode="url"
        {...fields.getInputProps('website')}
      />
      <TextInput label={companyLabels.email} type="email" {...fields.getInputProps('email')} />
    </>
  )
}
