import type { ComponentProps } from 'react'

/** A list of different sentences. */
export function Sentences({ of, ...list }: { of: string[] } & ComponentProps<'ul'>) {
  return (
    <ul {...list}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
