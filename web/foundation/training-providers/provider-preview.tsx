import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { previewProvider } from '#contract/foundation/training-providers/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { explain } from '#web/core/api/explain.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { pictureOfPdf } from '#web/core/ui/pdf-picture.ts'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import type { ProviderValues } from './provider-values.ts'
import { providerErrors } from './provider-values.ts'
import styles from './providers.module.css'

/** A sample person's certificate with the typed values, as a picture and as a PDF. */
export function ProviderPreview({ values, courseNumber }: { values: ProviderValues; courseNumber: string }) {
  const isComplete = Object.keys(providerErrors(values)).length === 0
  const picture = useSpecimenPicture(values, courseNumber)
  const { button, problem } = useAct(
    () => saveFileOf(previewProvider, { body: { ...values, courseNumber } }, fileName),
    { failed: notMade },
  )
  return (
    <section className={`stack ${styles.preview}`} aria-labelledby="preview">
      <div className="spread">
        <h2 id="preview">Preview</h2>
        <SmallButton icon={FileDown} {...button()}>
          Download as PDF
        </SmallButton>
      </div>
      {picture.data ? (
        <img
          src={picture.data.address}
          alt="Preview of a certificate with a sample name"
          aria-describedby="preview-text"
          className={`card ${styles.certificate}`}
        />
      ) : (
        <Skeleton className={styles.certificate ?? ''} animate={isComplete} />
      )}
      <VisuallyHidden id="preview-text">{picture.data?.text}</VisuallyHidden>
      <FormProblem text={problem ?? (picture.error ? explain(picture.error, notMade) : undefined)} />
      <Hint>
        {isComplete
          ? 'Sample. Not a valid certificate.'
          : 'Fill in the required fields to see what you typed.'}
      </Hint>
    </section>
  )
}

const fileName = 'certificate-specimen.pdf'
const pauseMs = 400
const notMade = "Couldn't create the PDF. Try again."

/** Draws the typed values after a pause. While a required field is empty, the last picture stays. */
function useSpecimenPicture(values: ProviderValues, courseNumber: string) {
  const [typed] = useDebouncedValue(values, pauseMs)
  const [typedNumber] = useDebouncedValue(courseNumber, pauseMs)
  const body = { ...typed, courseNumber: typedNumber }
  return useQuery({
    queryKey: [previewProvider.path, body],
    queryFn: async () => pictureOfPdf(await callFile(previewProvider, { body })),
    enabled: Object.keys(providerErrors(typed)).length === 0,
    placeholderData: keepPreviousData,
  })
}
