import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'

/** Says what went wrong with a whole form, under a title if the specification has one. */
export function FormProblem({ text, title }: { text: string | undefined; title?: string | undefined }) {
  if (text === undefined) return null
  return (
    <Alert color="red" role="alert" title={title} icon={<CircleAlert />}>
      {text}
    </Alert>
  )
}
