import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'

/** What went wrong with a form as a whole. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
      {text}
    </Alert>
  )
}
