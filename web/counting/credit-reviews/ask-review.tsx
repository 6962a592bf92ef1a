import { Checkbox, FileInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { OwnReviews } from '#contract/counting/credit-reviews/calls.ts'
import {
  askForReview,
  getOwnReviews,
  longestReview,
  ReviewRequest,
} from '#contract/counting/credit-reviews/calls.ts'
import { call } from '#web/core/api/call.ts'
import { sheetOf } from '#web/core/api/sheet.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { hourChoices } from './review-words.ts'

interface Props extends DialogProps {
  own: OwnReviews
  hours: OwnFinding['hourByHour']
}

/** Asks for a review: which hours, what happened, and a file that shows it. */
export default function AskReview({ own, hours, isOpen, onClose }: Props) {
  const { registrationId } = own
  const [file, setFile] = useState<File | null>(null)
  const choices = hourChoices(hours)
  const missing = choices.filter(({ isMissing }) => isMissing).map(({ value }) => value)
  const form = useKeptForm(`a review of registration ${registrationId}`, {
    initialValues: { hourNumbers: missing, words: '' },
    check: (values) => schemaErrors(ReviewRequest, asked(values)),
    send: async (values) => {
      await call(askForReview, { body: { ...asked(values), ...sheetOf(file) } })
      form.fields.reset()
      setFile(null)
    },
    reloads: [getOwnReviews],
    toast: "Review requested. We'll answer by email.",
    done: onClose,
  })
  const asked = ({ hourNumbers, words }: { hourNumbers: string[]; words: string }) => ({
    registrationId,
    words,
    hourNumbers: hourNumbers.map(Number),
  })
  const askUntil = shownDate(easternDay(new Date(own.askUntil.getTime() - 1)))
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Ask for a review"
      size={480}
      submit="Ask for a review"
    >
      <p className="small">
        We'll look at your attendance again and answer by email.{' '}
        {own.reviews.length === 0
          ? `You can ask until ${askUntil}.`
          : "You can't ask again about this event after this."}
      </p>
      {choices.length > 0 && (
        <Checkbox.Group
          label="Which hours?"
          description="Times are Eastern."
          {...form.fields.getInputProps('hourNumbers')}
        >
          <div className="tight">
            {choices.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Textarea
        label="What happened?"
        description="For example: I joined by phone from 10:05 AM to 10:12 AM, with the number that ends in 42."
        rows={5}
        maxLength={longestReview}
        required
        data-autofocus
        {...form.fields.getInputProps('words')}
      />
      <FileInput
        label="Supporting file"
        description="PDF or image, up to 10 MB (optional)"
        placeholder="Choose a file"
        accept="application/pdf,image/*"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        value={file}
        onChange={setFile}
      />
    </FormDialog>
  )
}
