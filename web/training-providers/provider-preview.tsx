import { Button, Text } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { useDeferredValue } from 'react'
import { specimenOf } from '#contract/certificates/specimen.ts'
import { easternDay } from '#contract/core/season.ts'
import { previewProvider } from '#contract/training-providers/calls.ts'
import { CertificatePicture } from '#web/certificates/certificate-picture.tsx'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import type { ProviderValues } from './provider-values.ts'
import styles from './providers.module.css'

/** A certificate of nobody by what is typed so far, and the same as the PDF that would be issued. */
export function ProviderPreview({ values, courseNumber }: { values: ProviderValues; courseNumber: string }) {
  const shown = useDeferredValue(values)
  const specimen = { day: easternDay(new Date()), courseNumber, publicUrl: location.origin }
  const { act, isRunning, problem } = useAct(
    async () => saveFile(await callFile(previewProvider, { body: { ...values, courseNumber } }), fileName),
    { failed: 'The PDF could not be made. Please try again.' },
  )
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <div className={styles.previewHead}>
        <h2 id="preview">Preview</h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<FileDown size={15} aria-hidden />}
          loading={isRunning}
          onClick={() => void act()}
        >
          Download as PDF
        </Button>
      </div>
      <CertificatePicture
        words={specimenOf(shown, specimen)}
        signature={shown.signature}
        label="A certificate of a sample person, as it will look"
      />
      <FormProblem text={problem} />
      <Text c="dimmed" size="sm">
        A specimen of nobody, which certifies nothing. Letters can differ a little from the PDF.
      </Text>
    </section>
  )
}

const fileName = 'certificate-specimen.pdf'
